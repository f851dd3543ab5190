import { createHash } from 'node:crypto';

/** The one style sheet of the hosted pages and the operator's page, sent inline. */
export const styleSheet = `
:root{--ink:#2a211c;--muted:#6b5d54;--paper:#fffdfa;--ground:#faf3ea;--line:#d9c9b8;--accent:#1f6b4f;--accent-dark:#164f3a;--tint:#eaf4ee;--danger:#a3242c;--danger-tint:#fdefee;--radius:14px}
*{box-sizing:border-box}
html{font:17px/1.5 ui-rounded,"Nunito","Segoe UI",system-ui,sans-serif;color:var(--ink);background:var(--ground);-webkit-text-size-adjust:100%}
body{margin:0}
h1,h2{line-height:1.2;margin:0 0 .75rem;text-wrap:balance}
h1{font-size:1.6rem}h2{font-size:1.15rem;margin-bottom:1rem}
p{margin:0 0 1rem}
a{color:var(--accent-dark);text-underline-offset:.2em}
.banner{background:#3d2c1f;color:#fff4e2;text-align:center;padding:.55rem 1rem;font-size:.95rem;font-weight:600}
.page{max-width:60rem;margin:0 auto;padding:1.5rem 1rem 3rem}
.columns{display:grid;gap:1.25rem;grid-template-columns:minmax(0,1fr);align-items:start}
@media(min-width:52rem){.columns{grid-template-columns:minmax(0,5fr) minmax(0,6fr)}.page{padding-top:2.5rem}}
.card{background:var(--paper);border:1px solid #eadfd2;border-radius:var(--radius);padding:1.25rem;box-shadow:0 1px 2px #5a3d1f14,0 8px 24px #5a3d1f0f}
.narrow{max-width:32rem;margin:2rem auto}
.total{font-size:2.2rem;font-weight:750;letter-spacing:-.01em;margin:.1rem 0 1rem;font-variant-numeric:tabular-nums}
.total small{font-size:1rem;font-weight:400;color:var(--muted);letter-spacing:0}
.muted{color:var(--muted);font-size:.93rem}
.lines{list-style:none;margin:0;padding:0}
.lines li{display:flex;gap:1rem;justify-content:space-between;padding:.6rem 0;border-top:1px solid #efe5d9}
.lines span:last-child{white-space:nowrap;font-variant-numeric:tabular-nums}
.lines .sum{font-weight:700;border-top:2px solid var(--line)}
.lines small{display:block;color:var(--muted)}
.field{margin:0 0 1rem}
.field>label,.choice-title{display:block;font-weight:650;margin:0 0 .3rem}
input[type=text],input[type=email],input[type=number],select{width:100%;font:inherit;color:inherit;background:#fff;border:1.5px solid #95826f;border-radius:10px;padding:.65rem .75rem;min-height:48px}
input[aria-invalid=true]{border-color:var(--danger);background:var(--danger-tint)}
:focus-visible{outline:3px solid #e58a2b;outline-offset:2px}
.error{color:var(--danger);font-size:.93rem;font-weight:600;margin:.3rem 0 0}
.alert{background:var(--danger-tint);border:1.5px solid var(--danger);color:#7c1820;border-radius:10px;padding:.75rem .9rem;margin:0 0 1rem;font-weight:600}
.note{background:var(--tint);border:1.5px solid var(--accent);border-radius:10px;padding:.75rem .9rem;margin:0 0 1rem;font-weight:600}
.pair{display:grid;grid-template-columns:1.35fr 1fr;gap:.75rem}
fieldset{border:0;margin:0 0 1rem;padding:0}
legend{padding:0}
.choice{display:flex;gap:.6rem;align-items:center;border:1.5px solid var(--line);padding:.6rem .75rem;min-height:48px;cursor:pointer}
.choice:first-of-type{border-radius:10px 10px 0 0}.choice:last-of-type{border-radius:0 0 10px 10px;margin-top:-1.5px}
.choice:has(:checked){position:relative;background:var(--tint);border-color:var(--accent)}
.choice input{width:1.2rem;height:1.2rem;accent-color:var(--accent);margin:0}
form:has([value=bank_debit]:checked) .by-card,form:not(:has([value=bank_debit]:checked)) .by-debit{display:none}
button{font:inherit;font-weight:700;border-radius:999px;border:0;min-height:50px;padding:.7rem 1.4rem;cursor:pointer;background:var(--accent);color:#fff}
button:hover{background:var(--accent-dark)}
button.wide{width:100%;font-size:1.08rem}
button.quiet{background:#fff;color:var(--accent-dark);border:1.5px solid var(--accent)}
button.small{min-height:36px;padding:.3rem .9rem;font-size:.9rem}
.back{display:inline-block;padding:.5rem 0;margin-bottom:.5rem}
details{margin-top:1.25rem}
summary{cursor:pointer;font-weight:650;padding:.4rem 0}
table{border-collapse:collapse;width:100%;font-size:.93rem}
th,td{text-align:left;padding:.45rem .5rem .45rem 0;border-top:1px solid #efe5d9;vertical-align:top}
th{color:var(--muted);font-weight:600}
code{font:.92em ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;white-space:nowrap}
@media(max-width:34rem){.test-cards thead{display:none}.test-cards td{display:block}.test-cards td+td{border:0;padding-top:0}}
.scroll{overflow-x:auto}
.row{display:flex;flex-wrap:wrap;gap:.6rem;align-items:end}
.row .field{margin:0;flex:1 1 11rem}
.row+.row,.row+.scroll{margin-top:1rem}
.stack>*+*{margin-top:1.25rem}
@media(prefers-reduced-motion:no-preference){button{transition:background .15s}}
`;

/** The Content-Security-Policy source that admits exactly this style sheet. */
export const styleSource = `'sha256-${createHash('sha256').update(styleSheet).digest('base64')}'`;
