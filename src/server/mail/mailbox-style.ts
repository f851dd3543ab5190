import type { Html } from './html.ts';

/** The sheet of the mailbox: the colours of the pages, without their font, since it stands alone. */
export const mailboxStyle: Html = {
  markup: `
:root{--ink:#1c1917;--muted:#57534e;--line:#e7e5e4;--ground:#fafaf9;--card:#fff;--strong:#c92a3a;--leaf:#2a7247;--claim:#1d4ed8;--danger:#b4232f}
*{box-sizing:border-box}
html{font:16px/1.6 Nunito,ui-rounded,"Segoe UI",system-ui,sans-serif;color:var(--ink);background:var(--ground)}
body{margin:0}
header{background:#2b1214;color:#fff;text-align:center;padding:8px 16px;font-weight:700}
main{max-width:1120px;margin:0 auto;padding:32px 16px 64px}
h1{font-size:clamp(24px,4vw,38px);font-weight:800;line-height:1.2;letter-spacing:-.02em;margin:0 0 8px;overflow-wrap:anywhere}
h2{font-size:18px;font-weight:800;margin:0 0 8px}
p{margin:0 0 16px}
a{color:var(--strong);font-weight:700;text-underline-offset:.2em}
:focus-visible{outline:3px solid var(--strong);outline-offset:2px}
.muted{color:var(--muted)}
.card{background:var(--card);border:1px solid var(--line);border-radius:20px;padding:16px 20px;margin:0 0 16px}
.mails{list-style:none;margin:0;padding:0}
.mails .card{display:flex;flex-wrap:wrap;gap:8px 24px;justify-content:space-between}
.mails a,.mails span,.mails time{display:block;overflow-wrap:anywhere}
.mails p{margin:0}
.aside{text-align:right;font-variant-numeric:tabular-nums}
.state{font-weight:700;color:var(--muted)}
.state.done{color:var(--leaf)}.state.waiting{color:var(--claim)}.state.dead{color:var(--danger)}
dl div{padding:4px 0}
@media(min-width:40rem){dl div{display:grid;grid-template-columns:10rem 1fr;gap:12px}}
dt{color:var(--muted)}
dd{margin:0;overflow-wrap:anywhere}
.parts{display:grid;gap:24px;grid-template-columns:minmax(0,1fr)}
@media(min-width:60rem){.parts{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}}
iframe{display:block;width:100%;height:56rem;border:1px solid var(--line);border-radius:20px;background:var(--card)}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.5 ui-monospace,"SF Mono",Menlo,Consolas,monospace}
`,
};
