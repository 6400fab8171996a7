import { foldText } from '../../../base/text.ts'
import { ApiError, OperationReply, operation, requireStore, tableOf } from '../../../server/domain.ts'
import { mgv6Limits, mgv6Record, type ScaleItem } from '../scale/mgv6.ts'

/** Names of units whose products are weighed: their price is that of a kilo. */
const weights: ReadonlySet<string> = new Set(['kg', 'kgs', 'kilo', 'kilos', 'quilo', 'quilos', 'quilograma', 'quilogramas'])

/** Codes named in a refusal before the rest is left out. */
const MOST_NAMED = 10

interface Found {
  readonly code: string
  readonly name: string
  readonly cents: string
  readonly days: number | null
  readonly unit: string | null
}

/**
 * The store's products for the scale as Toledo's MGV6 imports them: the active ones that are sent to the scale (`balanca_prod`), by
 * code. What its fixed fields cannot hold is refused and named: a cut code or price would be a wrong one on the label.
 */
export const toledoScaleFile = operation({
  method: 'GET',
  path: 'produtos/toledoMGVTXT',
  title: 'Arquivo de produtos para balanças Toledo (MGV6)',
  gate: 'cardapio_ver',
  input: { type: 'object', properties: { lojaId: { type: 'integer' } } },
  output: { type: 'string', description: 'Texto de largura fixa, uma linha por produto' },
  messages: ['scale.none', 'scale.code-too-long', 'scale.price-too-high', 'scale.days-too-many'],
  async run({ database, model, caller }) {
    const store = requireStore(caller)
    const products = tableOf(model, 'produtos').sql
    const units = tableOf(model, 'unidades').sql
    const { rows } = await database.read({ stores: [store] }, q =>
      q.query<Found>(
        `SELECT p."cod_prod"::text AS code, p."desc_prod" AS name, round(coalesce(p."preco_vnd_prod", 0) * 100)::text AS cents,
          p."dias_vld_prod"::int AS days, u."nome" AS unit
        FROM ${products} p LEFT JOIN ${units} u ON u."lojaId" = p."lojaId" AND u.id = p."unidadeId"
        WHERE p."lojaId" = $1 AND p."balanca_prod" AND p."stt_prod" AND NOT coalesce(p."ponte", false)
        ORDER BY p."cod_prod"`,
        [store],
      ),
    )
    if (rows.length === 0) throw new ApiError(422, 'scale.none')
    refuse(rows, 'scale.code-too-long', ({ code }) => code.length > mgv6Limits.codeDigits)
    refuse(rows, 'scale.price-too-high', ({ cents }) => Number(cents) > mgv6Limits.cents)
    refuse(rows, 'scale.days-too-many', ({ days }) => (days ?? 0) > mgv6Limits.days)
    const text = rows.map(row => `${mgv6Record(itemOf(row))}\r\n`).join('')
    return new OperationReply(text, { 'content-type': 'text/plain; charset=us-ascii' })
  },
})

function refuse(rows: readonly Found[], code: string, isUnfit: (row: Found) => boolean): void {
  const unfit = rows.filter(isUnfit).map(row => row.code)
  if (unfit.length === 0) return
  const named = unfit.slice(0, MOST_NAMED).join(', ')
  throw new ApiError(422, code, { codes: unfit.length > MOST_NAMED ? `${named}…` : named })
}

const itemOf = ({ code, name, cents, days, unit }: Found): ScaleItem => ({
  code,
  name,
  byWeight: weights.has(foldText(unit ?? '').trim()),
  cents: Number(cents),
  days: days ?? 0,
})
