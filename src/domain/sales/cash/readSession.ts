import type { Problem } from '../../../model/problem.ts'
import { SaleReader } from '../intake/saleReader.ts'

type Body = Readonly<Record<string, unknown>>

/** The count of one currency at a point of sale, in cents. */
export interface SessionValue {
  readonly moedaId: number
  readonly contabilizado: number
  readonly informado: number
}

/** A cash session as a point of sale tells it; what it leaves out is null. */
export interface CashSession {
  readonly equipamentoId: number
  readonly abertura: number
  readonly operador: string | null
  readonly aberto_em: string
  readonly fechado_em: string | null
  /** In cents. */
  readonly valor_inicial: number | null
  readonly valor_proximo: number | null
  readonly ultimo_mov: number | null
  readonly ultimoMovimentoId: number | null
  readonly valores: readonly SessionValue[] | null
}

export type ReadSession = { readonly session: CashSession } | { readonly problems: readonly Problem[] }

const DAY = 86_400_000
const MOST_MONEY = 999_999_999_999
const MOST_CURRENCIES = 100

/** Returns the name of a session in messages. */
export const sessionName = ({ abertura }: Body, index: number): string =>
  typeof abertura === 'number' || typeof abertura === 'string' ? String(abertura).slice(0, 20) : `nº ${index + 1}`

/** Reads one session: all its problems, or the session. */
export function readSession(body: Body, lojaId: number, now: number, index: number): ReadSession {
  const problems: Problem[] = []
  const name = sessionName(body, index)
  const reader = new SaleReader(body, '', name, problems, 'cash')
  const latest = now + DAY
  const equipamentoId = reader.needed('equipamentoId', reader.key('equipamentoId')) ?? 0
  const abertura = reader.needed('abertura', reader.whole('abertura')) ?? 0
  const aberto_em = reader.needed('aberto_em', reader.moment('aberto_em', latest)) ?? ''
  const fechado_em = reader.moment('fechado_em', latest)
  if (fechado_em !== null && aberto_em !== '' && fechado_em < aberto_em) reader.note('fechado_em', 'sale.moment-order')
  if (body.lojaId !== undefined && body.lojaId !== null && Number(body.lojaId) !== lojaId)
    reader.note('lojaId', 'sale.other-store')
  const session = {
    equipamentoId,
    abertura,
    operador: reader.text('operador', 60),
    aberto_em,
    fechado_em,
    valor_inicial: reader.money('valor_inicial'),
    valor_proximo: reader.money('valor_proximo'),
    ultimo_mov: reader.whole('ultimo_mov'),
    ultimoMovimentoId: reader.whole('ultimoMovimentoId'),
    valores: readValues(reader),
  }
  return problems.length > 0 ? { problems } : { session }
}

function readValues(reader: SaleReader): SessionValue[] | null {
  if (reader.body.valores === undefined || reader.body.valores === null) return null
  const seen = new Set<number>()
  return reader.rows('valores', MOST_CURRENCIES).map((body, at) => {
    const row = reader.row(body, 'valores', at)
    const moedaId = row.needed('moedaId', row.key('moedaId')) ?? 0
    if (moedaId > 0 && seen.has(moedaId)) row.note('moedaId', 'sale.currency-twice', { id: moedaId })
    seen.add(moedaId)
    return {
      moedaId,
      contabilizado: row.amount('valor_contabilizado', 2, -MOST_MONEY, MOST_MONEY) ?? 0,
      informado: row.amount('valor_informado', 2, -MOST_MONEY, MOST_MONEY) ?? 0,
    }
  })
}
