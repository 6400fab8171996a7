import { describe, expect, it } from 'vitest'
import { readQrCode } from '../../../plugins/nfe/danfce/fixtures/readQrCode.ts'
import { codePath, QUIET } from './codePath.ts'

const squares = (path: string) =>
  [...path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y), side: 1, height: 1 }))

describe('a text as the outline of a QR code', () => {
  it.each([
    '00020126420014br.gov.bcb.pix0120caixa@exemplo.com.br5204000053039865406322.005802BR5916Cantina da Praca6009Sao Paulo62140510PEDIDO102463041931',
    `${'Pão de açúcar, não mais que uma dúzia; '.repeat(4)}€`,
  ])('is read as it was written, with a light border: %s', text => {
    const code = codePath(text)
    const dark = squares(code?.path ?? '')
    expect(readQrCode(dark)).toBe(text)
    const most = Math.max(...dark.flatMap(({ x, y }) => [x, y]))
    expect([Math.min(...dark.flatMap(({ x, y }) => [x, y])), most + 1 + QUIET]).toEqual([QUIET, code?.size])
  })

  it('is none where the text is too long for one', () => {
    expect(codePath('x'.repeat(5000))).toBeUndefined()
  })
})
