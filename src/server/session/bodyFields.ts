import type { FastifyRequest } from 'fastify'
import { ApiError } from '../error.ts'

export const bodyObject = (body: unknown): Readonly<Record<string, unknown>> =>
  typeof body === 'object' && body !== null ? { ...body } : {}

/** Members of the body that must be text, and not empty. */
export const requireTexts = <const N extends readonly string[]>(
  request: FastifyRequest,
  names: N,
): { [K in keyof N]: string } => {
  const body = bodyObject(request.body)
  const missing = names.filter(name => typeof body[name] !== 'string' || body[name] === '')
  if (missing.length > 0)
    throw new ApiError(
      422,
      'validation',
      { count: missing.length },
      missing.map(path => ({ path, code: 'required' })),
    )
  return names.map(name => String(body[name])) as { [K in keyof N]: string }
}
