import type { FastifyRequest } from 'fastify'
import { membersOf } from '../../base/record.ts'

/** Returns the query parameters of the address; nobody has checked them yet. */
export const queryParametersOf = ({ query }: Pick<FastifyRequest, 'query'>): Readonly<Record<string, unknown>> => membersOf(query)

/** The part of the address that the route calls by this name. */
export const pathParameter = ({ params }: Pick<FastifyRequest, 'params'>, name: string): string | undefined => {
  const value = membersOf(params)[name]
  return typeof value === 'string' ? value : undefined
}

/** The proof of work that comes with a request. */
export const proofOf = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string | undefined =>
  typeof headers['x-proof'] === 'string' ? headers['x-proof'] : undefined

/** The value of a cookie, where the browser sent one of that name. */
export const cookieOf = (
  { headers }: { readonly headers: { readonly cookie?: string | undefined } },
  name: string,
): string | undefined =>
  (headers.cookie ?? '')
    .split(';')
    .map(part => part.trim())
    .find(part => part.startsWith(`${name}=`))
    ?.slice(name.length + 1)
