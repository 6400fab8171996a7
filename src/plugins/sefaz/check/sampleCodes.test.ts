import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import taxes from '../../../../schemas/registers/cadastros/impostos.schema.json' with { type: 'json' }
import invoice from '../../../../schemas/registers/fiscal/NFe_emissaos.schema.json' with { type: 'json' }
import shared from '../../../../schemas/shared/fiscal.json' with { type: 'json' }
import {
  calculateNote,
  childrenOf,
  type DocumentElement,
  descendantsOf,
  elementAt,
  noteItemOf,
  readStoredXml,
  storedLines,
  textAt,
} from '../../../domain/fiscal/core/public.ts'
import { shippedLawFor } from '../../../domain/fiscal/public.ts'

/** Each CST and CSOSN of the samples: typed, read, and worked out as its note has it. */

const folder = join(import.meta.dirname, '../../../../../shared/fiscal/samples')
// Documents of real companies: they lie beside the project, and are not part of it.
const files = existsSync(folder) ? readdirSync(folder).filter(name => /^nfc?e-.*\.xml$/.test(name)) : []

interface Sample {
  readonly file: string
  readonly note: DocumentElement
}
const samples = files.flatMap((file): Sample[] => {
  const root = readStoredXml(readFileSync(join(folder, file), 'utf8'))
  const [note] = root ? (root.name === 'NFe' ? [root] : descendantsOf(root, 'NFe')) : []
  return note ? [{ file, note }] : []
})
const groupOf = (det: DocumentElement, tax: string): DocumentElement | undefined => elementAt(det, `imposto/${tax}`)
const codeOf = (group: DocumentElement | undefined): string | undefined =>
  group?.children.map(inner => textAt(inner, 'CST') ?? textAt(inner, 'CSOSN')).find(code => code !== undefined)

const items = samples.flatMap(({ file, note }) =>
  childrenOf(elementAt(note, 'infNFe') ?? note, 'det').map(det => ({ file, det })),
)
const known = {
  ICMS: [invoice.properties.itens.items.properties.icms_cst.oneOf, taxes.properties.icms_cst.oneOf],
  IPI: [invoice.properties.itens.items.properties.ipi_cst.oneOf, taxes.properties.ipi_cst.oneOf],
  PIS: [shared.properties.pisCofinsCst.oneOf],
  COFINS: [shared.properties.pisCofinsCst.oneOf],
}

test.skipIf(files.length === 0)('the samples are there, with the codes that they are known for', () => {
  const codes = new Set(items.map(({ det }) => codeOf(groupOf(det, 'ICMS'))))
  expect([...codes].toSorted()).toEqual(
    expect.arrayContaining(['00', '10', '102', '103', '20', '202', '40', '400', '41', '500', '51', '60', '70', '90', '900']),
  )
})

test.each(Object.entries(known))('each code of %s can be typed, in a note and in a tax profile', (tax, lists) => {
  const found = new Set(items.flatMap(({ det }) => codeOf(groupOf(det, tax)) ?? []))
  for (const list of lists) expect(list.map(choice => choice.const)).toEqual(expect.arrayContaining([...found]))
})

/** Values that a note works out by itself. */
const worked = {
  icms_v: 'ICMS/*/vICMS',
  icms_st_v: 'ICMS/*/vICMSST',
  icms_st_ret_v: 'ICMS/*/vICMSSTRet',
  icms_efet_v: 'ICMS/*/vICMSEfet',
  pis_v: 'PIS/*/vPIS',
  cofins_v: 'COFINS/*/vCOFINS',
} as const

/** The samples' own arithmetic is not the rates': arbitrary numbers, a credit on another base, a tax below zero (rules.md, 6.5). */
const odd = [/^nfe-09/, /^nfe-13/, /^nfe-(08|14)\S* \d+ (pis|cofins)_v/, /^nfe-06\S* 6 icms_st_v/]

const isNormal = { emitida_em: '2025-09-10', regime: 3, consumidor: false, identificador_ie_dest: 1 } as const

test.each(samples.map(({ file, note }) => [file, note] as const))(
  '%s: read and worked out by its own codes and rates',
  (file, note) => {
    const info = elementAt(note, 'infNFe') ?? note
    const dets = childrenOf(info, 'det')
    const text = readFileSync(join(folder, file), 'utf8')
    const lines = storedLines(/<NFe[\s>][\s\S]*<\/NFe>/.exec(text)?.[0] ?? '')?.linhas ?? []
    expect(lines.length).toBe(dets.length)
    const uf_emitente = textAt(info, 'emit/enderEmit/UF') ?? ''
    const header = { ...isNormal, uf_emitente, uf_destinatario: textAt(info, 'dest/enderDest/UF') ?? uf_emitente }
    const law = shippedLawFor({ ...header, pis_cofins_sem_icms: true })
    for (const [at, line] of lines.entries()) {
      const item = {
        ...noteItemOf({ ...line.dados, ...line }),
        valor_desconto: line.valor_desconto,
        valor_outro: line.valor_outro,
      }
      // Each shop decides whether PIS and COFINS leave the ICMS out of their base.
      const ours = [true, false].map(
        pis_cofins_sem_icms => calculateNote({ ...header, pis_cofins_sem_icms }, [item], law).items[0],
      )
      for (const [name, path] of Object.entries(worked)) {
        const [outer = '', inside = ''] = path.split('/*/')
        const said = textAt(dets[at] && elementAt(dets[at], `imposto/${outer}`)?.children[0], inside)
        const place = `${file} ${at + 1} ${name}`
        if (said === undefined || odd.some(one => one.test(place))) continue
        const values = ours.flatMap(amounts =>
          Object.entries(amounts ?? {}).flatMap(([each, value]) => (each === name ? [value] : [])),
        )
        expect(
          Math.min(...values.map(value => Math.abs(value - Number(said)))),
          `${place}: ${values} and ${said}`,
        ).toBeLessThanOrEqual(0.015)
      }
    }
  },
)
