import { isRecord, membersOf } from '../../base/record.ts'
import type { StubRequest, StubResponse } from '../../server/plugin.ts'

type Tree = Record<string, unknown>
type StubCall = Pick<StubRequest, 'method' | 'steps' | 'body'> & Partial<Pick<StubRequest, 'query'>>

/**
 * The REST contract of a realtime database: GET, PUT, PATCH and DELETE of {path}.json, over a tree in memory. A PATCH may name
 * places below by their paths, and takes all of them at once. What is empty is not kept, and branches whose names count up come back
 * as lists. `print=silent` spares who writes the echo of it.
 */
export function createStubDatabase(): (asked: StubCall) => StubResponse {
  const root: Tree = {}
  const answer = ({ method, steps, body }: StubCall): StubResponse => {
    const path = steps.map((step, at) => (at === steps.length - 1 ? step.replace(/\.json$/, '') : step))
    if (!steps.at(-1)?.endsWith('.json')) return method === 'GET' ? page(root, steps) : invalid
    if (!path.every(isName)) return invalid
    if (method === 'GET') return { status: 200, body: asJson(listed(at(root, path) ?? null)) }
    if (method === 'DELETE') return { status: 200, body: put(root, path, undefined) }
    if (method === 'PUT') return { status: 200, body: put(root, path, body) }
    if (method !== 'PATCH' || !isRecord(body)) return { status: 405, body: { error: 'Method not allowed' } }
    return patch(root, path, body)
  }
  return asked => {
    const given = answer(asked)
    return given.status === 200 && asked.query?.print === 'silent' ? { status: 204 } : given
  }
}

/** A text alone stands in quotes, too. */
const asJson = (value: unknown): unknown => (typeof value === 'string' ? JSON.stringify(value) : value)

const invalid: StubResponse = { status: 400, body: { error: 'Invalid path' } }

const isName = (step: string): boolean => step !== '' && !/[.#$[\]/]/.test(step)

/** All places at once: one that cannot be, and none is written. No place may lie within another. */
function patch(root: Tree, path: readonly string[], body: Readonly<Tree>): StubResponse {
  const places = Object.entries(body).map(([name, value]) => [name.split('/'), value] as const)
  const names = Object.keys(body).sort()
  const nested = names.some((name, n) => names[n + 1]?.startsWith(`${name}/`))
  if (nested || !places.every(([steps]) => steps.every(isName))) return invalid
  for (const [steps, value] of places) put(root, [...path, ...steps], value)
  return { status: 200, body }
}

function at(root: Tree, path: readonly string[]): unknown {
  let here: unknown = root
  for (const step of path) here = membersOf(here)[step]
  return here
}

function put(root: Tree, path: readonly string[], value: unknown): unknown {
  const [step = '', ...below] = path
  const kept = below.length === 0 ? withoutNothing(value) : { ...membersOf(root[step]) }
  if (below.length > 0 && isRecord(kept)) put(kept, below, value)
  // A branch without anything in it is gone.
  if (kept === undefined || (isRecord(kept) && Object.keys(kept).length === 0)) delete root[step]
  else root[step] = kept
  return value ?? null
}

function withoutNothing(value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (typeof value !== 'object') return value
  const kept = Object.entries(value).flatMap(([name, one]) => {
    const found = withoutNothing(one)
    return found === undefined ? [] : [[name, found] as const]
  })
  return kept.length === 0 ? undefined : Object.fromEntries(kept)
}

/** As the service answers: names that count up, with more than half of them there, are a list. */
function listed(value: unknown): unknown {
  if (!isRecord(value)) return value
  const names = Object.keys(value)
  const most = Math.max(...names.map(name => (/^(0|[1-9]\d{0,8})$/.test(name) ? Number(name) : Number.NaN)))
  if (Number.isNaN(most) || names.length <= (most + 1) / 2)
    return Object.fromEntries(names.map(name => [name, listed(value[name])]))
  return Array.from({ length: most + 1 }, (_, n) => listed(value[n] ?? null))
}

/** A page as the app's: what a published menu holds, as text. */
function page(root: Tree, [name = '']: readonly string[]): StubResponse {
  const menu = membersOf(at(root, ['cardapios', name]))
  if (Object.keys(menu).length === 0) return { status: 404, body: 'Nenhum cardápio publicado com este nome.' }
  const products = Object.values(membersOf(menu.produtos)).map(each => membersOf(each))
  const lines = Object.entries(membersOf(menu.grupos)).flatMap(([id, group]) => [
    String(membersOf(group).nome),
    ...products
      .filter(each => String(each.grupoId) === id)
      .map(each => `  ${each.appNome ?? each.desc_prod}  ${each.appPreco ?? each.preco_vnd_prod}`),
  ])
  return { status: 200, body: [String(membersOf(menu.loja).nome_fantasia), '', ...lines].join('\n') }
}
