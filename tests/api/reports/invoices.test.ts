import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSeededRandom } from '../../../src/base/seededRandom.ts'
import { day, groupBy, reais, sumOf } from './naiveCalculation.ts'
import { openReportFixture, type ReportFixture } from './reportFixture.ts'

let fixture: ReportFixture
beforeAll(async () => {
  fixture = await openReportFixture()
})
afterAll(() => fixture?.close())

interface Note {
  readonly em: string
  readonly situacao: 'AUTORIZADA' | 'PENDENTE' | 'CANCELADA' | 'INUTILIZADA'
  /** Cents. */
  readonly valor: number
  readonly equipamentoId: number
}

let number = 0
const consumer = ({ em, situacao, valor, equipamentoId }: Note) =>
  fixture.insert('NFCes', { serie: 1, nNF: ++number, dhEmi: em, vNF: valor / 100, situacao, equipamentoId })

const path = 'Relatorio/pdv/nfce_totais'

test('consumer invoices by hand: the ends of a day, every status, one equipment', async () => {
  const [first, second] = fixture.equipment as [number, number]
  await consumer({ em: '2023-05-01T02:59:59.999Z', situacao: 'AUTORIZADA', valor: 1_010, equipamentoId: first })
  await consumer({ em: '2023-05-01T03:00:00.000Z', situacao: 'AUTORIZADA', valor: 99_999, equipamentoId: first })
  await consumer({ em: '2023-04-30T12:00:00.000Z', situacao: 'PENDENTE', valor: 200, equipamentoId: second })
  await consumer({ em: '2023-04-30T03:00:00.000Z', situacao: 'CANCELADA', valor: 3_000, equipamentoId: first })
  await consumer({ em: '2023-04-30T03:00:00.000Z', situacao: 'INUTILIZADA', valor: 0, equipamentoId: first })
  const april = { startDate: '2023-04-30', endDate: '2023-04-30' }
  expect(await fixture.ask(path, april)).toEqual({
    total: 12.1,
    totalAutorizada: 10.1,
    totalPendente: 2,
    totalCancelada: 30,
    totalPorDiaStatus: [
      { data: '2023-04-30', status: 'AUTORIZADA', total: 10.1, qtd: 1 },
      { data: '2023-04-30', status: 'CANCELADA', total: 30, qtd: 1 },
      { data: '2023-04-30', status: 'PENDENTE', total: 2, qtd: 1 },
    ],
  })
  expect(await fixture.ask(path, { ...april, equipamentos: second })).toMatchObject({
    total: 2,
    totalAutorizada: 0,
    totalPendente: 2,
  })
})

test('received and issued invoices by hand: cancelled and denied ones do not count', async () => {
  const received = (xNome: string, valor: string, cSitNFe: number, em: string) =>
    fixture.insert('nfes', {
      xNome,
      CNPJ: '11222333000181',
      chNFe: `${++number}`.padStart(44, '0'),
      vNF: valor,
      dhEmi: em,
      tpNF: 1,
      cSitNFe,
    })
  await received('Atacado', '100.10', 1, '2023-05-31T23:00:00Z')
  await received('Atacado', '0.90', 1, '2023-06-01T02:59:59.999Z')
  await received('Atacado', '7', 1, '2023-06-01T03:00:00Z')
  await received('Açougue', '500', 1, '2023-05-02T03:00:00Z')
  await received('Açougue', '900', 3, '2023-05-02T03:00:00Z')
  await received('Negada', '900', 2, '2023-05-02T03:00:00Z')
  const [caio] = fixture.customers
  const issued = (destinatarioId: number | null, valor: string, situacao: string) =>
    fixture.insert('NFe_emissaos', {
      serie: 1,
      numero: ++number,
      emitida_em: '2023-05-10T12:00:00Z',
      situacao,
      destinatarioId,
      total_nota: valor,
    })
  await issued(caio ?? 0, '12.34', 'AUTORIZADA')
  await issued(null, '1', 'AUTORIZADA')
  await issued(caio ?? 0, '50', 'CANCELADA')
  await issued(caio ?? 0, '50', 'DIGITACAO')
  const may = { startDate: '2023-05-01', endDate: '2023-05-31' }
  expect(await fixture.ask('Relatorio/nfe/totais', may)).toEqual({
    total: 601,
    totalPorFornecedor: [
      { fornecedor_nome: 'Açougue', qtd: 1, total: 500 },
      { fornecedor_nome: 'Atacado', qtd: 2, total: 101 },
    ],
  })
  expect(await fixture.ask('Relatorio/nfe/totais', { ...may, nfesEmitidas: 'true' })).toEqual({
    total: 13.34,
    totalPorFornecedor: [
      { fornecedor_nome: 'Caio', qtd: 1, total: 12.34 },
      { fornecedor_nome: 'Sem destinatário', qtd: 1, total: 1 },
    ],
  })
})

test('of an empty period', async () => {
  const before = { startDate: '2019-01-01', endDate: '2019-01-31' }
  const zero = { total: 0, totalAutorizada: 0, totalPendente: 0, totalCancelada: 0, totalPorDiaStatus: [] }
  expect(await fixture.ask(path, before)).toEqual(zero)
  expect(await fixture.ask('Relatorio/nfe/totais', before)).toEqual({ total: 0, totalPorFornecedor: [] })
})

test('as a naive calculation over random notes', async () => {
  const random = createSeededRandom(3).next
  const below = (most: number) => Math.floor(random() * most)
  const notes = Array.from(
    { length: 300 },
    (): Note => ({
      em: new Date(Date.parse('2024-07-01T03:00:00Z') + below(30 * 24 * 3_600_000)).toISOString(),
      situacao: (['AUTORIZADA', 'AUTORIZADA', 'PENDENTE', 'CANCELADA', 'INUTILIZADA'] as const)[below(5)] ?? 'AUTORIZADA',
      valor: below(100_000),
      equipamentoId: fixture.equipment[below(2)] ?? 0,
    }),
  )
  for (const note of notes) await consumer(note)
  const [inicio, fim] = ['2024-07-08T11:00:00.000Z', '2024-07-22T18:30:59.999Z']
  const wanted = notes.filter(note => note.em >= inicio && note.em <= fim && note.situacao !== 'INUTILIZADA')
  const sum = (situacao?: string) =>
    reais(
      sumOf(
        wanted.filter(note => (situacao === undefined ? note.situacao !== 'CANCELADA' : note.situacao === situacao)),
        note => note.valor,
      ),
    )
  const rows = [...groupBy(wanted, note => `${day(note.em)} ${note.situacao}`)].sort(([a], [b]) => (a < b ? -1 : 1))
  expect(await fixture.ask(path, { startDate: inicio, endDate: fim })).toEqual({
    total: sum(),
    totalAutorizada: sum('AUTORIZADA'),
    totalPendente: sum('PENDENTE'),
    totalCancelada: sum('CANCELADA'),
    totalPorDiaStatus: rows.map(([key, some]) => ({
      data: key.slice(0, 10),
      status: key.slice(11),
      total: reais(sumOf(some, note => note.valor)),
      qtd: some.length,
    })),
  })
})
