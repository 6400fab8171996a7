import type { LojaHorarios } from '../../../generated/records.ts'
import type { InsertRecords } from '../../samples/public.ts'

type Weekday = NonNullable<LojaHorarios['dia_semana_ini']>

const DAY = 86_400_000

/** Neighbourhood, fee, minutes. */
const places: readonly (readonly [bairro: string, valor: number, minutos: number])[] = [
  ['Bela Vista', 5, 25],
  ['Consolação', 6, 30],
  ['Jardim Paulista', 7, 35],
  ['Liberdade', 8, 40],
  ['República', 8, 40],
  ['Paraíso', 9, 45],
  ['Vila Mariana', 12, 55],
  ['Higienópolis', 9, 45],
]

const week = (dia_semana_ini: Weekday, dia_semana_fim: Weekday, inicio: string, fim: string, minutes: number) => ({
  aberto: true,
  dia_semana_ini,
  dia_semana_fim,
  inicio,
  fim,
  entrega: true,
  retirada: true,
  mesa: false,
  milisegundos: minutes * 60_000,
})

/** Delivery areas, opening hours and promotions of a store with a digital menu. */
export async function loadDigitalMenu(insert: InsertRecords, store: number, now: Date): Promise<void> {
  const byName = places.map(([bairro, valor, minutos], at) => ({
    porDistancia: false,
    bairro,
    valor,
    minutos,
    status: at !== 7,
  }))
  await insert('Loja_Entregas', store, byName)
  await insert('Loja_Entregas', store, [
    { porDistancia: true, distancia: 2, valor: 6, minutos: 30, status: true },
    { porDistancia: true, distancia: 4.5, valor: 10, minutos: 50, status: true },
  ])
  await insert('Loja_Horarios', store, [week(2, 4, '18:00', '23:00', 300), week(5, 0, '18:00', '00:30', 390)])
  const from = startOf(now, 30)
  await insert('Loja_Horarios', store, [
    {
      aberto: false,
      motivo: 'Férias coletivas',
      pausa_inicio: from.toISOString(),
      pausa_fim: new Date(from.getTime() + 7 * DAY).toISOString(),
      entrega: true,
      retirada: true,
      mesa: true,
      milisegundos: 7 * DAY,
    },
  ])
  const promotion = (cupom: string, first: number, last: number, values: object) => ({
    cupom,
    inicio: startOf(now, first).toISOString(),
    fim: new Date(startOf(now, last + 1).getTime() - 1).toISOString(),
    status: true,
    ...values,
  })
  await insert('AppPromocaos', store, [
    promotion('BEMVINDO10', -60, 60, { descontoValor: 0, descontoPorcentagem: 10, pedidoMinimo: 40 }),
    promotion('FRETEGRATIS', -7, 7, { descontoValor: 8, descontoPorcentagem: 0, pedidoMinimo: 80 }),
    promotion('VOLTEI15', -120, -90, { descontoValor: 15, descontoPorcentagem: 0, pedidoMinimo: 60 }),
  ])
}

/** Midnight in São Paulo so many days from now. */
function startOf(now: Date, days: number): Date {
  const day = new Date(now.getTime() + days * DAY)
  return new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth(), day.getUTCDate(), 3))
}
