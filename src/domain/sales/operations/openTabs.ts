import { add } from '../../../base/decimal.ts'
import {
  ApiError,
  inputOfStore,
  inTransaction,
  nextVersion,
  objectOf,
  operation,
  type RowOf,
  requireStore,
  tableOf,
} from '../../../server/domain.ts'

/** A tab as the counter system tells it; what it holds beside is shown as it is. */
interface OpenTab {
  readonly total_alt_ped?: number | null
  readonly servico_vlr_ped?: number | null
  readonly total?: number | null
  readonly numero_pessoas_cmd?: number | null
}

/** The counter system that sends them. */
const ORIGIN = 'PDV Windows'

const text = (most: number) => ({ type: ['string', 'null'], maxLength: most })
const money = { type: ['number', 'null'], minimum: -9_999_999_999.99, maximum: 9_999_999_999.99 }
const id = { type: ['integer', 'null'] }

const tab = {
  type: 'object',
  properties: {
    cod_cmd: { type: 'string', minLength: 1, maxLength: 20 },
    identificador_cmd: text(60),
    nome_entregador: text(150),
    nome_cli: text(150),
    cpf_cli: text(20),
    tel_cli: text(30),
    cep_cli: text(10),
    endereco_cli: text(255),
    num_end_cli: text(20),
    bairro_cli: text(100),
    cidade_cli: text(100),
    total_alt_ped: money,
    servico_vlr_ped: money,
    total: money,
    numero_pessoas_cmd: { type: ['integer', 'null'], minimum: 0, maximum: 9999, description: '1 quando falta' },
    itens: {
      type: 'array',
      maxItems: 1000,
      items: {
        type: 'object',
        properties: { id, qtd_it: { type: ['number', 'null'] }, desc_prod: text(255), total_alt_it: money },
        additionalProperties: false,
      },
    },
    pagamentos: {
      type: 'array',
      maxItems: 100,
      items: { type: 'object', properties: { id, desc_moeda: text(60), valor: money }, additionalProperties: false },
    },
  },
  required: ['cod_cmd'],
}

/** Takes the whole list of open tabs in, in place of the one before; a list that is older than that one changes nothing. */
export const receiveOpenTabs = operation({
  method: 'POST',
  path: 'PDV_local/comandasAbertas',
  title: 'Receber a lista inteira de comandas abertas do sistema do balcão',
  gate: 'caixa_operar || pdv_abrir_comanda',
  largest: 8 * 1024 * 1024,
  input: inputOfStore(
    {
      atualizado_em: { type: ['string', 'null'], format: 'date-time', description: 'Agora, quando falta' },
      comandas: { type: 'array', maxItems: 5000, items: tab },
    },
    ['comandas'],
  ),
  output: objectOf({
    status: { enum: ['changed', 'unchanged'], description: 'unchanged: a lista que está é mais nova' },
    atualizado_em: { type: 'string', format: 'date-time' },
    comandas: { type: 'integer' },
  }),
  messages: ['content-invalid'],
  async run({ model, caller, input, writing }) {
    const lojaId = requireStore(caller)
    const { register, sql } = tableOf(model, 'PDV_local')
    const now = new Date()
    const said = input.atualizado_em ? new Date(input.atualizado_em) : now
    const atualizado_em = (said > now ? now : said).toISOString()
    const changed = await inTransaction(writing, register, async ({ q, changes }) => {
      const { rows } = await q.query<RowOf<'PDV_local', 'id'>>(
        `INSERT INTO ${sql} AS p ("lojaId", origem, atualizado_em, comandas) VALUES ($1, $2, $3, $4)
         ON CONFLICT ("lojaId", origem) DO UPDATE SET atualizado_em = excluded.atualizado_em, comandas = excluded.comandas,
           ${nextVersion('p.')} WHERE p.atualizado_em <= excluded.atualizado_em RETURNING id`,
        [lojaId, ORIGIN, atualizado_em, JSON.stringify(input.comandas.map(completed))],
      )
      if (rows[0]) changes.push({ register, lojaId, id: rows[0].id })
      return rows.length > 0
    })
    const status = changed ? ('changed' as const) : ('unchanged' as const)
    return { status, atualizado_em, comandas: input.comandas.length }
  },
})

/** With the totals and the number of people that it leaves out. */
const completed = (one: OpenTab): OpenTab => ({
  ...one,
  numero_pessoas_cmd: one.numero_pessoas_cmd || 1,
  total: one.total ?? add(one.total_alt_ped ?? 0, one.servico_vlr_ped ?? 0),
})

/** The open tabs as they were sent last. */
export const readOpenTabs = operation({
  method: 'GET',
  path: 'PDV_local/comandasAbertas',
  title: 'Comandas abertas no sistema do balcão',
  gate: 'pdv_relatorios && store.nuvem',
  input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
  output: objectOf({ atualizado_em: { type: 'string', format: 'date-time' }, comandas: { type: 'array', items: tab } }),
  messages: ['tabs.none'],
  async run({ model, caller, database }) {
    const lojaId = requireStore(caller)
    const { sql } = tableOf(model, 'PDV_local')
    const { rows } = await database.read({ stores: [lojaId] }, q =>
      q.query<RowOf<'PDV_local', 'atualizado_em' | 'comandas'>>(
        `SELECT atualizado_em, comandas FROM ${sql} WHERE "lojaId" = $1 AND origem = $2`,
        [lojaId, ORIGIN],
      ),
    )
    const [found] = rows
    if (!found) throw new ApiError(404, 'tabs.none')
    return { atualizado_em: new Date(found.atualizado_em).toISOString(), comandas: JSON.parse(found.comandas ?? '[]') }
  },
})
