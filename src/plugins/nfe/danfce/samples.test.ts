import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { drawDanfce } from './drawDanfce.ts'
import { elementOf } from './fixtures/consumerNote.ts'
import { readPdf } from './fixtures/readPdf.ts'
import { readQrCode } from './fixtures/readQrCode.ts'
import { readDanfce } from './readDanfce.ts'

/** Consumers' notes of others: real ones lie beside the repository, or not at all. */
const folder = '../shared/fiscal/samples'
const names = existsSync(folder) ? readdirSync(folder).filter(name => /^nfce-.*\.xml$/.test(name)) : []

describe.skipIf(names.length === 0)(
  'papers of notes that other programs wrote (skipped where they are not beside the repository)',
  () => {
    test.each(names)('%s: its items, its sum and its QR code', async name => {
      const text = readFileSync(join(folder, name), 'utf8')
      const danfce = readDanfce(elementOf(text))
      if (!danfce) throw new Error('no consumer’s note')
      for (const width of [58, 80] as const) {
        const pages = readPdf(await drawDanfce(danfce, width))
        const lines = pages.flatMap(page => page.lines)
        const vNF = /<vNF>([\d.]+)<\/vNF>/.exec(text)?.[1]?.replace('.', ',')
        expect(lines[lines.indexOf('Valor a pagar R$') + 1]).toBe(vNF)
        expect(lines[lines.indexOf('Qtde. total de itens') + 1]).toBe(`${text.match(/<det /g)?.length}`)
        const squares = pages.flatMap(page => page.squares)
        expect(squares.length > 0 ? readQrCode(squares) : undefined).toBe(danfce.qrCode)
      }
    })
  },
)
