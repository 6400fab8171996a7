import type { StubRequest, StubResponse } from '../../server/plugin.ts'

type Tree = { [name: string]: Tree | unknown }

/** The REST contract of a realtime database: GET, PUT, PATCH and DELETE of {path}.json, over a tree in memory. */
export function createStubDatabase(): (asked: Pick<StubRequest, 'method' | 'steps' | 'body'>) => StubResponse {
  const root: Tree = {}
  return ({ method, steps, body }) => {
    const path = steps.map((step, at) => (at === steps.length - 1 ? step.replace(/\.json$/, '') : step))
    if (!steps.at(-1)?.endsWith('.json') || path.some(step => /[.#$[\]]/.test(step)))
      return { status: 400, body: { error: 'Invalid path' } }
    if (method === 'GET') return { status: 200, body: at(root, path) ?? null }
    if (method === 'DELETE') return { status: 200, body: put(root, path, undefined) }
    if (method === 'PUT') return { status: 200, body: put(root, path, body) }
    if (method !== 'PATCH' || typeof body !== 'object') return { status: 405, body: { error: 'Method not allowed' } }
    return { status: 200, body: put(root, path, { ...(at(root, path) as Tree | undefined), ...(body as Tree) }) }
  }
}

function at(root: Tree, path: readonly string[]): unknown {
  let here: unknown = root
  for (const step of path) here = typeof here === 'object' && here !== null ? (here as Tree)[step] : undefined
  return here
}

function put(root: Tree, path: readonly string[], value: unknown): unknown {
  const last = path.at(-1) ?? ''
  let here = root
  for (const step of path.slice(0, -1)) {
    if (typeof here[step] !== 'object' || here[step] === null) here[step] = {}
    here = here[step] as Tree
  }
  if (value === undefined) delete here[last]
  else here[last] = value
  return value ?? null
}
