import type * as z from 'zod/mini';

/**
 * Content in its shape. Throws TypeError for anything else, naming the field: the SDK takes any JSON for success when its
 * status is one, and a proxy's answer would pass.
 */
export function readAs<Shape extends z.ZodMiniType>(shape: Shape, content: unknown, name: string): z.infer<Shape> {
  const parsed = shape.safeParse(content);
  if (!parsed.success) throw new TypeError(`this is no ${name}: ${parsed.error.issues[0]?.path.join('.') ?? ''}`);
  return parsed.data;
}
