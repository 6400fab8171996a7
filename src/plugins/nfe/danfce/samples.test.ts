import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readPdf } from '../../../base/paper/fixtures/readPdf.ts'
import { drawDanfce } from './drawDanfce.ts'
import { elementOf } from './fixtures/consumerNote.ts'
import { readQrCode } from './fixtures/readQrCode.ts'
import { readDanfce } from './readDanfce.ts'

/** Consumers' notes of others: real ones lie beside the repository, or not at all. */
const folder = join(import.meta.dirname, '../../../../../shared/fiscal/samples')
const names = existsSync(folder) ? readdirSync(folder).filter(name => /^nfce-.*\.xml$/.test(name)) : []

test.skipIf(names.length === 0)(
  'papers of notes that other programs wrote have their items, their sum and their QR code',
  async () => {
    for (const name of names) {
      const text = readFileSync(join(folder, name), 'utf8')
      const danfce = readDanfce(elementOf(text))
      if (!danfce) throw new Error(`${name} is no consumer’s note`)
      for (const width of [58, 80] as const) {
        const pages = readPdf(await drawDanfce(danfce, width))
        const lines = pages.flatMap(page => page.lines)
        const vNF = /<vNF>([\d.]+)<\/vNF>/.exec(text)?.[1]?.replace('.', ',')
        expect([name, lines[lines.indexOf('Valor a pagar R$') + 1]]).toEqual([name, vNF])
        expect([name, lines[lines.indexOf('Qtde. total de itens') + 1]]).toEqual([name, `${text.match(/<det /g)?.length}`])
        const squares = pages.flatMap(page => page.squares)
        expect([name, squares.length > 0 ? readQrCode(squares) : undefined]).toEqual([name, danfce.qrCode])
      }
    }
  },
)
