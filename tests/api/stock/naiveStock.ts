import Decimal from 'decimal.js'
import type { Queries } from '../../../src/server/domain.ts'

/** The events of a store, as a test remembers them: nothing of this comes out of the ledger's own statements. */
export interface StockStory {
  readonly entries: { produtoId: number; at: number; quantity: number; begins: boolean }[]
  readonly counts: { produtoId: number; at: number; quantity: number; order: number }[]
  readonly compositions: {
    produtoId: number
    kind: 'ficha' | 'combo'
    at: number
    items: { produtoId: number; quantity: number }[]
  }[]
}

interface SoldLine {
  readonly produtoId: number
  readonly tipo: number
  readonly qtd: string
  readonly counted: number
  readonly gone: number | null
}

/** The lines that a store holds, one by one. */
export async function soldLines(q: Queries, store: number): Promise<SoldLine[]> {
  const { rows } = await q.query<Record<'p' | 't' | 'c' | 'pd' | 'md' | 'qtd', string | null>>(
    `SELECT p."produtoId"::text AS p, m."tipoMovimentoId"::text AS t, p.qtd::text, m.contado_em::text AS c, p.deletado_em::text AS pd,
       m.deletado_em::text AS md FROM "Movimentos" m JOIN "Movimentos_produtos" p ON p."lojaId" = m."lojaId" AND p."MovimentosId" = m.id
     WHERE m."lojaId" = $1 AND m.contado_em IS NOT NULL AND p."produtoId" IS NOT NULL`,
    [store],
  )
  return rows.map(({ p, t, qtd, c, pd, md }) => {
    const deleted = [pd, md].flatMap(text => (text === null ? [] : [Date.parse(text)]))
    return {
      produtoId: Number(p),
      tipo: Number(t),
      qtd: qtd ?? '0',
      counted: Date.parse(c ?? ''),
      gone: deleted.length === 0 ? null : Math.min(...deleted),
    }
  })
}

interface Movement {
  readonly produtoId: number
  readonly at: number
  readonly quantity: Decimal
}

/** The balance of a product at a moment, by going through everything that happened; undefined where it is not counted. */
export function naiveBalance(story: StockStory, lines: readonly SoldLine[], produtoId: number, at: number): string | undefined {
  if (compositionOf(story, produtoId, at)) return undefined
  const count = story.counts
    .filter(each => each.produtoId === produtoId && each.at <= at)
    .sort((a, b) => b.at - a.at || b.order - a.order)[0]
  const entries = story.entries.filter(each => each.produtoId === produtoId && each.at <= at)
  const first = Math.min(...entries.filter(({ begins }) => begins).map(each => each.at))
  if (!count && first === Infinity) return undefined
  const moved = (each: { readonly at: number }): boolean => each.at <= at && (count ? each.at > count.at : each.at >= first)
  let balance = new Decimal(count?.quantity ?? 0)
  for (const entry of entries.filter(moved)) balance = balance.plus(entry.quantity)
  for (const line of lines)
    for (const each of movementsOf(story, line))
      if (each.produtoId === produtoId && moved(each)) balance = balance.plus(each.quantity)
  return balance.toFixed(6)
}

function movementsOf(story: StockStory, line: SoldLine): Movement[] {
  if (![1, 2, 4, 5, 6].includes(line.tipo) || (line.gone !== null && line.gone <= line.counted)) return []
  return leaves(story, line.produtoId, line.counted, new Decimal(line.qtd), []).flatMap(({ produtoId, quantity }) => {
    const signed = line.tipo === 2 ? quantity : quantity.negated()
    const out = { produtoId, at: line.counted, quantity: signed }
    return line.gone === null ? [out] : [out, { produtoId, at: line.gone, quantity: signed.negated() }]
  })
}

function leaves(
  story: StockStory,
  produtoId: number,
  at: number,
  quantity: Decimal,
  path: readonly number[],
): { produtoId: number; quantity: Decimal }[] {
  const items = path.includes(produtoId) ? undefined : compositionOf(story, produtoId, at)
  if (!items) return [{ produtoId, quantity }]
  return items.flatMap(item => leaves(story, item.produtoId, at, quantity.times(item.quantity), [...path, produtoId]))
}

function compositionOf(story: StockStory, produtoId: number, at: number) {
  for (const kind of ['combo', 'ficha']) {
    const version = story.compositions
      .filter(each => each.produtoId === produtoId && each.kind === kind && each.at <= at)
      .reduce<StockStory['compositions'][number] | undefined>(
        (last, each) => (last && last.at > each.at ? last : each),
        undefined,
      )
    if (version && version.items.length > 0) return version.items
  }
  return undefined
}
