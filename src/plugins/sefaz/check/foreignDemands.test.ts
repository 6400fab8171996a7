import { expect, test } from 'vitest'
import { elementAt, noteDemands, readStoredXml } from '../../../domain/fiscal/core/public.ts'
import { operationsOn, shippedLawOf, shippedOperations } from '../../../domain/fiscal/public.ts'
import { noteText } from '../fixtures/noteText.ts'
import { reasons } from '../simulator/reasons.ts'

/** Demands of the authority on notes to another country, and of foreigners here, by its numbers. */

const none = '<PIS><PISNT><CST>08</CST></PISNT></PIS><COFINS><COFINSNT><CST>08</CST></COFINSNT></COFINS>'
const untaxed = `<ICMS><ICMS40><orig>0</orig><CST>41</CST></ICMS40></ICMS>${none}`
const way = '<exporta><UFSaidaPais>SP</UFSaidaPais><xLocExporta>SANTOS</xLocExporta></exporta>'
const exported = noteText({
  ...{ to: 'EX', ide: { idDest: '3', dhEmi: '2025-09-10T12:30:00-03:00' }, end: way },
  items: [{ prod: { CFOP: '7102' }, tax: untaxed }],
})
const visitor = noteText({
  ...{ to: 'EX', ide: { idDest: '1', dhEmi: '2025-09-10T12:30:00-03:00' } },
  items: [{ prod: { CFOP: '5102' }, tax: untaxed }],
})
const inland = noteText({
  ...{ to: 'RJ', ide: { dhEmi: '2025-09-10T12:30:00-03:00' } },
  items: [{ tax: untaxed }],
})

function codesOf(text: string): (string | undefined)[] {
  const info = elementAt(readStoredXml(text), 'infNFe')
  if (!info) throw new Error('no note')
  const day = '2025-09-10'
  const place = { day, issued: day, modelo: '55', regime: 3, uf: 'SP', municipio: '3550308' } as const
  return noteDemands(info, { law: shippedLawOf(place), operations: operationsOn(shippedOperations(), day) }).map(
    ({ code }) => code,
  )
}

const swap =
  (from: string | RegExp, to: string) =>
  (text: string): string => {
    const next = text.replace(from, to)
    expect(next).not.toBe(text)
    return next
  }

test('an export, a visitor at the counter and a sale to another state are in order', () => {
  expect([exported, visitor, inland].map(codesOf)).toEqual([[], [], []])
})

test.each([
  ['720', exported, swap(/<idEstrangeiro>.*?<\/idEstrangeiro>/, '<CPF>12345678909</CPF>')],
  ['721', inland, swap('<CPF>12345678909</CPF>', '<idEstrangeiro>AR123456</idEstrangeiro>')],
  ['722', visitor, swap('<indPres>1<', '<indPres>2<')],
  ['723', visitor, swap('<indFinal>1<', '<indFinal>0<')],
  ['727', exported, swap('<UF>EX<', '<UF>RJ<')],
  ['771', inland, swap('<UF>RJ<', '<UF>EX<')],
  ['509', exported, swap('<cMun>9999999<', '<cMun>3550308<')],
  ['510', exported, swap('<cPais>0639<', '<cPais>1058<')],
  ['510', exported, swap('<cPais>0639</cPais><xPais>ARGENTINA</xPais>', '')],
  ['511', inland, swap(/<cPais>1058<(?=.*<indIEDest>)(?!.*<cPais>1058<)/, '<cPais>0639<')],
  ['790', exported, swap('<indIEDest>9<', '<indIEDest>1<')],
  ['792', exported, swap('</indIEDest>', '</indIEDest><IE>110042490114</IE>')],
  ['355', exported, swap(way, '')],
  ['356', visitor, swap('</infNFe>', `${way}</infNFe>`)],
  ['527', exported, swap('<CST>41</CST>', '<CST>40</CST>')],
  ['695', visitor, swap('</COFINS>', '</COFINS><ICMSUFDest><vBCUFDest>100.00</vBCUFDest></ICMSUFDest>')],
  ['731', visitor, swap('<CFOP>5102', '<CFOP>7102')],
  ['732', exported, swap('<CFOP>7102', '<CFOP>6102')],
  ['733', inland, swap('<CFOP>6102', '<CFOP>5102')],
])('%s', (code, note, change) => {
  expect(codesOf(change(note))).toContain(code)
  expect(reasons[code]).toContain('Rejeição')
})
