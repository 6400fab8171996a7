import { afterAll, beforeAll, expect, test } from 'vitest'
import { type DigitalShop, openDigitalShop } from './digitalShop.ts'

let shop: DigitalShop
beforeAll(async () => {
  shop = await openDigitalShop()
})
afterAll(() => shop?.close())

const day = (date: string, end = false): string => `${date}T${end ? '23:59:59' : '00:00:00'}.000-03:00`
const coupon = (cupom: string, from: string, to: string, more: object = {}) => ({
  lojaId: shop.store,
  cupom,
  inicio: day(from),
  fim: day(to, true),
  descontoValor: 5,
  descontoPorcentagem: 0,
  pedidoMinimo: 0,
  ...more,
})

test('a code is one coupon at a time: another period is another year, a shared day is refused and says with which', async () => {
  const first = await shop.ask('POST', 'AppPromocaos', coupon('NATAL', '2027-12-01', '2027-12-25'))
  await shop.ask('POST', 'AppPromocaos', coupon('NATAL', '2028-12-01', '2028-12-25'))
  await shop.ask('POST', 'AppPromocaos', coupon('NATAL2', '2027-12-10', '2027-12-12'))
  const [status, text] = await shop.said('POST', 'AppPromocaos', coupon('NATAL', '2027-12-25', '2027-12-31'))
  expect(status).toBe(422)
  expect(text).toContain('Este cupom já vale em um período que coincide')
  // A customer types it in any case; one that is off says nothing until it is on again.
  const christmas = coupon('Natal', '2027-12-20', '2027-12-24')
  expect((await shop.said('POST', 'AppPromocaos', christmas))[0]).toBe(422)
  const { id } = await shop.ask('POST', 'AppPromocaos', { ...christmas, status: false })
  const turn = (which: number, on: boolean) => shop.said('PATCH', `AppPromocaos/${which}`, { lojaId: shop.store, status: on })
  expect((await turn(id, true))[0]).toBe(422)
  expect((await turn(first.id, false))[0]).toBe(200)
  expect((await turn(id, true))[0]).toBe(200)
})

test('a coupon has one discount, which needs no guess', async () => {
  const both = coupon('DOIS', '2027-01-01', '2027-01-31', { descontoPorcentagem: 10 })
  const [status, text] = await shop.said('POST', 'AppPromocaos', both)
  expect([status, text]).toEqual([422, expect.stringContaining('Informe o desconto em valor ou em porcentagem, não os dois')])
  await shop.ask('POST', 'AppPromocaos', { ...both, descontoValor: 0 })
})
