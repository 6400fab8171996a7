import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import type { ReportFixture } from './reportFixture.ts'
import type { LinePlan, SalePlan } from './salePlans.ts'

/** The two months of random movements. */
export const months = { inicio: '2024-01-01', fim: '2024-02-29' } as const

const begin = Date.parse('2024-01-01T03:00:00Z')
const end = Date.parse('2024-03-01T03:00:00Z')
const HOUR = 3_600_000

/**
 * Movements of every kind over two months: discounts, service, several people, several receipts, lines and sales taken back, open
 * ones, losses and consumption, and many at the very ends of days and months.
 */
export function randomSales(fixture: ReportFixture, seed: number, count: number): SalePlan[] {
  const random = createSeededRandom(seed).next
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  const chance = (share: number): boolean => random() < share
  const below = (most: number): number => Math.floor(random() * most)

  const moment = (): number => {
    const at = begin + below(end - begin)
    // The first or last millisecond of a day of the store.
    return chance(0.1) ? begin + (Math.floor((at - begin) / (24 * HOUR)) + 1) * 24 * HOUR - (chance(0.5) ? 1 : 24 * HOUR) : at
  }

  const line = (at: string, service: boolean): LinePlan => {
    const produto = pick(fixture.products)
    const qtd = chance(0.3) ? 1 + below(5000) : 1000 * (1 + below(4))
    const gross = Math.floor((qtd * produto.preco + 500) / 1000)
    return {
      produto,
      qtd,
      desconto: chance(0.2) ? below(gross + 1) : 0,
      servico: service ? Math.floor(gross / 10) : 0,
      ...(chance(0.6) ? { garcomId: pick(fixture.people) } : {}),
      ...(chance(0.5) ? { vendedorId: pick(fixture.people), comissao: pick([0, 150, 1000]) } : {}),
      ...(chance(0.08) ? { deletado: { em: at, por: pick(fixture.people) } } : {}),
    }
  }

  return Array.from({ length: count }, (): SalePlan => {
    const at = moment()
    const iso = (ms: number): string => new Date(ms).toISOString()
    const tipo = chance(0.85) ? 1 : pick([2, 4, 5, 6])
    const service = chance(0.3)
    const stays = chance(0.7)
    const linhas = Array.from({ length: 1 + below(4) }, () => line(iso(at), service && tipo === 1))
    const open = tipo === 1 && chance(0.04)
    return {
      em: open ? null : iso(at),
      tipo,
      ...(stays ? { aberto: iso(at - below(3 * HOUR)), fechado: iso(at) } : {}),
      canal: pick(['LOJA', 'LOJA', 'PALLAS', 'IFOOD']),
      atendimento: pick(['BALCAO', 'MESA', 'COMANDA', 'DELIVERY']),
      pessoas: 1 + below(4),
      equipamentoId: pick(fixture.equipment),
      linhas,
      ...(chance(0.06) ? { deletado: { em: iso(at), por: pick(fixture.people) } } : {}),
      ...(tipo === 1 && !open
        ? { recebimentos: receiptsOf(linhas, pick(fixture.currencies), fixture.currencies, chance(0.3)) }
        : {}),
    }
  })

  /** One receipt, or the total in two currencies. */
  function receiptsOf(
    linhas: readonly LinePlan[],
    moeda: ReportFixture['currencies'][number],
    all: ReportFixture['currencies'],
    split: boolean,
  ) {
    if (!split) return [{ moeda }]
    const owed = linhas
      .filter(each => each.deletado === undefined)
      .reduce((sum, { produto, qtd = 1000, desconto = 0, servico = 0 }) => {
        const gross = Number((BigInt(qtd) * BigInt(produto.preco) + 500n) / 1000n)
        return sum + gross - desconto + servico
      }, 0)
    const half = Math.floor(owed / 2)
    return [
      { moeda, valor: half },
      { moeda: all.find(each => each !== moeda) ?? moeda, valor: owed - half },
    ]
  }
}
