import type { SampleRecord } from '../../scripts/sampleData/record.ts'
import { sampleValue } from '../../scripts/sampleData/value.ts'
import { createSeededRandom } from '../../src/base/seededRandom.ts'
import { conditionHolds } from '../../src/model/expression.ts'
import type { Expression, Model, Register } from '../../src/model/model.ts'
import type { Role, Scene } from '../scenes.ts'
import { roleDefinitions, type StoryViewer } from './roleDefinitions.ts'
import { permissionOfRole } from './rolePermission.ts'
import { sampleComments, sampleCounts, samplePeople } from './sampleComments.ts'
import { storyRows } from './storyRows.ts'

/** A scene of one register. */
export interface RegisterScene extends Scene {
  readonly register: string
}

const counts = { few: 4, many: 10_000 } as const

const text = (body: string, init: ResponseInit = {}): Response =>
  new Response(body, { ...init, headers: { 'content-type': 'application/json', ...init.headers } })

export const json = (body: unknown, init: ResponseInit = {}): Response => text(JSON.stringify(body), init)

export const failure = (statusCode: number, code: string, message: string): Response =>
  json({ error: { message, code, statusCode, details: [] } }, { status: statusCode })

const card = { id: 1, lojaId: 1, nome_fantasia: 'Cantina da Praça', cnpj: '11222333000181', fotoUrl: null, ativo: true }
const store = {
  ...card,
  inscricao_estadual: '110042490114',
  cep: '01310100',
  logradouro: 'Avenida Paulista',
  numero: '1000',
  bairro: 'Bela Vista',
  cidade: 'São Paulo',
  codigo_municipio: 3550308,
  uf: 'SP',
}

/** Answers of the calls by which plugins work forms out. */
const calculations: Readonly<Record<string, unknown>> = {
  'nfe_emissaos/calculo': {
    loja: { regime: 1, ambiente: 2, uf: 'SP', cred_sn_alq: 1.25, uf_destinatario: 'SP', ie_destinatario: 9 },
    produtos: {},
    classes: [],
  },
}

function session(model: Model, role: Role, gate: Expression | undefined, bare: boolean): Response {
  const { admin, owner, flags } = permissionOfRole(model, role, gate)
  const usuario = { id: 1, email: `${role}@exemplo.com.br`, nome: 'Maria da Conceição', admin, lojas: [store] }
  const permissao = { type: owner ? 1 : 2, ADMIN: admin, PROPRIETARIO: owner, ...flags }
  return json({
    usuario,
    loja: bare ? card : store,
    permissao,
    admin_user: { active: true, block: false },
    admin_user_active: true,
  })
}

/** A reply as the browser has it once it is read. The definitions are long: read for each story anew they cost as much as its page. */
function readReply(body: object): Response {
  const response = new Response()
  Object.defineProperty(response, 'text', { value: async () => body })
  return response
}

interface AppCallOptions extends Omit<StoryViewer, 'role'> {
  /** Whether the store says no more of itself than its card. */
  readonly bare?: boolean
}

/** Answers the calls of every page before its own: the user, the definitions, live changes. */
export function answerAppCall(
  model: Model,
  role: Role,
  call: string,
  { gate, bare = false, shown }: AppCallOptions = {},
): Response | undefined {
  if (call === 'users/configuracao') return session(model, role, gate, bare)
  if (call === 'model/') return readReply(roleDefinitions(model, { role, gate, shown }))
  if (call === 'events/') return new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } })
  return undefined
}

export const neverAnswers = (): Promise<Response> => new Promise(() => undefined)

interface AskedRows {
  readonly skip?: number
  readonly limit?: number
  readonly where?: Readonly<Record<string, unknown>>
}

/** The values that all rows of a question have: the columns of a board ask for an option each, a calendar for its days. */
function givenBy({ where = {} }: AskedRows, register: Register | undefined): SampleRecord {
  const parts = [where.and ?? where].flat() as Record<string, unknown>[]
  const all: Record<string, unknown> = Object.assign(
    {},
    ...parts.map(part => (Array.isArray(part.or) ? (part.or[0] as object) : part)),
  )
  const given = Object.entries(all).flatMap(([name, value]): [string, unknown][] => {
    if (value === null || typeof value !== 'object') return [[name, value]]
    const { between } = value as { between?: string[] }
    const days = Array.isArray(between) && /^\d{4}-\d\d-\d\d$/.test(between[0] ?? '')
    if (!days) return []
    const day = new Date(Date.parse(between?.[0] ?? '') + 9 * 86_400_000).toISOString()
    const kind = register?.fields.find(field => field.name === name)?.kind
    return [[name, kind === 'date' ? day.slice(0, 10) : day]]
  })
  return Object.fromEntries(given) as SampleRecord
}

function page(model: Model, name: string, total: number, filter: AskedRows): Response {
  const given = givenBy(filter, model.registers[name])
  // Other rows for each question.
  const ahead = 1000 * [...JSON.stringify(given)].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 89, 0)
  const first = filter.skip ?? 0
  const limit = Math.min(filter.limit ?? 999, total - first)
  const base = storyRows(model, name, Math.min(total, 60))
  const rows = Array.from({ length: Math.max(0, limit) }, (_, at): SampleRecord => {
    const row = base[(first + at) % base.length] ?? {}
    return { ...row, ...given, id: typeof row.id === 'string' ? String(10_000_000 + first + at) : ahead + first + at + 1 }
  })
  return json(rows, { headers: { 'content-count': String(total) } })
}

function rowsFor(model: Model, name: string, scene: RegisterScene, filter: AskedRows): Response | Promise<Response> {
  const shown = name.toLowerCase() === scene.register.toLowerCase() && scene.view === 'list'
  if (shown && scene.state === 'loading') return neverAnswers()
  if (shown && scene.state === 'error') return failure(500, 'unexpected', 'O servidor não conseguiu responder agora.')
  const total = !shown ? 5 : scene.state === 'empty' ? 0 : scene.state === 'many' ? counts.many : counts.few
  return page(model, name, total, filter)
}

/** Some rows of a register, for what a page looks up. */
export function answerList(model: Model, name: string): Response | undefined {
  const register = Object.values(model.registers).find(each => each.name.toLowerCase() === name.toLowerCase())
  return register && page(model, register.name, 5, {})
}

/** Answers the calls of the mass edit and of a list's footer. */
function answerMass(scene: RegisterScene, call: string, url: URL, register: Register): Response | undefined {
  if (call === 'totais') {
    const names = url.searchParams.get('campos')?.split(',') ?? []
    const totais = Object.fromEntries(names.map(name => [name, 12345.6]))
    if (scene.state === 'empty') return json({ count: 0, totais: {}, grupos: [] })
    const groupsOf = (parameter: string) => {
      const by = register.fields.find(({ name }) => name === url.searchParams.get(parameter))
      const some = by?.choices ?? ['Mercearia', 'Bebidas'].map((title, at) => ({ value: at + 1, title }))
      const named = by?.reference !== undefined
      return (
        by &&
        some.slice(0, 4).map(({ value, title }) => ({ valor: value, ...(named ? { rotulo: title } : {}), count: 2, totais }))
      )
    }
    const [grupos, colunas] = [groupsOf('por'), groupsOf('colunas')]
    const celulas = grupos?.flatMap(row =>
      (colunas ?? []).map(column => ({ linha: row.valor, coluna: column.valor, count: 1, totais })),
    )
    return json({
      ...{ count: counts.few, totais },
      ...(grupos ? { grupos, outros: 0 } : {}),
      ...(colunas ? { colunas, outrasColunas: 0, celulas } : {}),
    })
  }
  if (call === 'valores') {
    const valores = [
      { valor: false, quantidade: 3 },
      { valor: true, quantidade: 1 },
    ]
    return json({ total: counts.few, mudam: 3, visto: '2026-01-31T12:00:00.000Z', valores })
  }
  if (call !== 'alterarvarios' || scene.state !== 'refused') return undefined
  const problem = {
    id: 2,
    rotulo: 'Pizza de Abobrinha com Parmesão',
    path: 'stt_prod',
    code: 'locked',
    message: 'Registro em uso.',
  }
  const body = { alterados: 0, recusados: 1, validos: 2, problemas: [problem] }
  const error = { message: 'Confira os campos assinalados.', code: 'validation', statusCode: 422, details: [] }
  return json({ ...body, error }, { status: 422 })
}

/** Answers the call whose reply an action shows: rows by the kinds of its columns. */
function answerShow(model: Model, { state }: RegisterScene, call: string): Response | undefined {
  const shows = Object.values(model.registers).flatMap(({ views }) =>
    views.actions.flatMap(({ does }) => ('show' in does ? does.show : [])),
  )
  const show = shows.find(({ load }) => load.path.toLowerCase() === call)
  if (!show) return undefined
  const some = (count: number, seed: number) =>
    Array.from({ length: state === 'shownNone' ? 0 : count }, (_, at) => ({
      id: at + 1,
      ...Object.fromEntries(show.columns.map(field => [field.name, sampleValue(field, createSeededRandom(seed + at))])),
    }))
  if (!show.keyed) return json(show.rows === undefined ? some(5, 1) : { [show.rows]: some(5, 1) })
  return json(state === 'shownNone' ? {} : { Vendas: some(3, 1), Recebimentos: some(2, 9) })
}

/** The ways of a form's record: a step of a while ago, and nothing that waits. */
const answerWays = ({ fields }: Register): unknown => ({
  estados: fields.flatMap(({ name, title, ways, choices = [] }) =>
    ways
      ? [
          {
            campo: name,
            titulo: title,
            desde: null,
            tempos: choices.slice(0, 1).map(one => ({ estado: one.title, minutos: 90, texto: '1 hora e 30 minutos' })),
          },
        ]
      : [],
  ),
  passos: [],
  pedidos: [],
})

/** Answers calls about the comments of records. */
function answerComments({ pathname, searchParams }: URL): Response | undefined {
  if (pathname.endsWith('/comentarios/contagem')) return json(sampleCounts(searchParams.get('ids') ?? ''))
  if (pathname.endsWith('/comentarios/pessoas')) return json(samplePeople)
  if (!pathname.endsWith('/comentarios')) return undefined
  return json(sampleComments, { headers: { 'content-count': String(sampleComments.length) } })
}

/** The record of a form; one that may be changed where the scene changes it. */
function recordFor(model: Model, register: Register, { state }: RegisterScene): SampleRecord | undefined {
  const rows = storyRows(model, register.name, 12)
  const locked = register.locked?.when
  if (!['edit', 'row', 'facts'].includes(state) || !locked) return rows[0]
  return rows.find(record => !conditionHolds(model, register.name, locked, { record, zone: 'America/Sao_Paulo' })) ?? rows[0]
}

/** The server of a story: answers the browser's calls from samples, in the scene's state and for its role. */
export function answerStoryCall(
  model: Model,
  scene: RegisterScene,
  request: { method: string; url: URL },
): Response | Promise<Response> {
  const [first = '', second = '', third] = request.url.pathname.replace(/^\/api\//i, '').split('/')
  const call = `${first}/${second}`.toLowerCase()
  const gate = model.registers[scene.register]?.access.see
  const shows = scene.state === 'show' ? scene.register : undefined
  const common = answerAppCall(model, scene.role, call, { gate, bare: scene.state === 'required', shown: shows })
  if (common) return common
  if (call in calculations) return json(calculations[call])
  if (second.toLowerCase() === 'uniqcodigo') return json({ count: 0 })
  if (second.toLowerCase() === 'count') return json({ count: counts.few })
  const register = Object.values(model.registers).find(({ name }) => name.toLowerCase() === first.toLowerCase())
  const shown = answerShow(model, scene, call)
  if (shown) return shown
  const mass = register && answerMass(scene, second.toLowerCase(), request.url, register)
  if (mass) return mass
  if (!register || request.method !== 'GET') return failure(422, 'invalid', 'Confira os campos assinalados.')
  if (third === 'ways') return json(answerWays(register))
  const said = answerComments(request.url)
  if (said) return said
  const filter = JSON.parse(request.url.searchParams.get('filter') ?? '{}') as AskedRows
  if (second !== '' && !['list', 'findinclude'].includes(second.toLowerCase()))
    return json(recordFor(model, register, scene) ?? {})
  return rowsFor(model, register.name, scene, filter)
}
