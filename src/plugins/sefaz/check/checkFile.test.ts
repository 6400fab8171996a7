import { execFileSync, spawnSync } from 'node:child_process'
import { createSign } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { noteText, type TestNote } from '../fixtures/noteText.ts'
import { testCompany, testSigningKey } from '../fixtures/testSigningKey.ts'
import { SchemaValidator } from '../schema/schemaValidator.ts'
import { signDocument } from '../signature/signDocument.ts'
import { checkFile } from './checkFile.ts'
import { isWrong } from './fileReport.ts'

const schemas = new SchemaValidator()
afterAll(() => schemas[Symbol.dispose]())
const check = (content: string | Uint8Array) =>
  checkFile(schemas, 'file.xml', typeof content === 'string' ? Buffer.from(content) : content)

const nfe = 'http://www.portalfiscal.inf.br/nfe'
const tax = '<ICMS><ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102></ICMS>'
const plain: TestNote = { items: [{ prod: { xProd: 'PÃO DE QUEIJO' }, tax }], crt: '1' }
const signed = signDocument(noteText(plain), testSigningKey)
const key = /Id="NFe(.{44})"/.exec(signed)?.[1] ?? ''
const second = signDocument(noteText({ ...plain, ide: { nNF: '1306' } }), testSigningKey)
const batch = (...notes: readonly string[]) =>
  `<enviNFe xmlns="${nfe}" versao="4.00"><idLote>1</idLote><indSinc>0</indSinc>${notes.join('')}</enviNFe>`
const soap = (content: string) =>
  `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><s:Body><nfeDadosMsg xmlns="urn:x">${content}</nfeDadosMsg></s:Body></s:Envelope>`

const eventText = (fields = `<nProt>135260000000001</nProt><xJust>PEDIDO FEITO EM DUPLICIDADE</xJust>`): string =>
  signDocument(
    `<evento xmlns="${nfe}" versao="1.00"><infEvento Id="ID110111${key}01"><cOrgao>35</cOrgao><tpAmb>2</tpAmb><CNPJ>${testCompany}</CNPJ>` +
      `<chNFe>${key}</chNFe><dhEvento>2026-09-10T13:00:00-03:00</dhEvento><tpEvento>110111</tpEvento><nSeqEvento>1</nSeqEvento><verEvento>1.00</verEvento>` +
      `<detEvento versao="1.00"><descEvento>Cancelamento</descEvento>${fields}</detEvento></infEvento></evento>`,
    testSigningKey,
  )
const voidingText = (last = '000000012'): string =>
  signDocument(
    `<inutNFe xmlns="${nfe}" versao="4.00"><infInut Id="ID3526${testCompany}65001000000010${last}"><tpAmb>2</tpAmb><xServ>INUTILIZAR</xServ><cUF>35</cUF><ano>26</ano>` +
      `<CNPJ>${testCompany}</CNPJ><mod>65</mod><serie>1</serie><nNFIni>10</nNFIni><nNFFin>${Number(last)}</nNFFin><xJust>FALHA DO EQUIPAMENTO</xJust></infInut></inutNFe>`,
    testSigningKey,
  )

test('a signed note of a company with letters in its CNPJ: the whole line', () => {
  expect(check(signed)).toEqual({
    file: 'file.xml',
    kind: 'NFe',
    model: '55',
    key,
    schema: { valid: true, package: 'PL_010e_v1.02', problems: [] },
    signature: { valid: true, subject: expect.stringContaining('RESTAURANTE EXEMPLO LTDA') },
    keyDigit: true,
    recalculated: { fields: expect.any(Number), equal: expect.any(Number), differences: [], notDecidable: [] },
  })
})

test.each([
  ['in a batch', batch(signed), 'enviNFe'],
  ['in an envelope', soap(batch(signed)), 'enviNFe'],
  ['in an envelope as text', soap(batch(signed).replace(/&/g, '&amp;').replace(/</g, '&lt;')), 'enviNFe'],
  ['in an envelope, packed', soap(gzipSync(batch(signed)).toString('base64')), 'enviNFe'],
  ['with a byte order mark and blanks', `\ufeff\n<?xml version="1.0" encoding="UTF-8"?>\n${signed}\n`, 'NFe'],
  ['in Latin-1', Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${signed}`, 'latin1'), 'NFe'],
  ['with its namespace under a prefix of the envelope', `<a:x xmlns:a="urn:a" xmlns="${nfe}">${signed}</a:x>`, 'NFe'],
])('%s: the same note, valid', (_, content, kind) => {
  const report = check(content)
  expect(report).toMatchObject({ kind, key, schema: { valid: true }, signature: { valid: true }, keyDigit: true })
  expect(isWrong(report)).toBe(false)
})

test('a batch of two tells each, and what differs by its place', () => {
  const report = check(batch(signed, second.replace('<vProd>100.00</vProd>', '<vProd>90.00</vProd>')))
  expect(report).toMatchObject({
    kind: 'enviNFe',
    key: null,
    signature: { valid: false },
    documents: [{ key }, { signature: { valid: false } }],
  })
  expect(report.recalculated.differences[0]).toMatchObject({ path: '[2]/det[1]/prod/vProd', note: '90.00', ours: '100.00' })
})

test('several notes in a file of somebody’s own are all checked', () => {
  const wrong = second.replace('<vProd>100.00</vProd>', '<vProd>90.00</vProd>')
  const report = check(`<exportacao><nota>${signed}</nota><nota>${wrong}</nota></exportacao>`)
  expect(report).toMatchObject({
    kind: 'exportacao',
    key: null,
    schema: { valid: true },
    signature: { valid: false },
    documents: [
      { file: 'file.xml#1', key, signature: { valid: true }, recalculated: { differences: [] } },
      { file: 'file.xml#2', signature: { valid: false } },
    ],
  })
  expect(report.recalculated.differences[0]).toMatchObject({ path: '[2]/det[1]/prod/vProd' })
  expect(isWrong(report)).toBe(true)
  expect(isWrong(check(`<exportacao>${signed}${second}</exportacao>`))).toBe(false)
})

test('without its namespace a note is told so, and still read', () => {
  const report = check(signed.replace(` xmlns="${nfe}"`, ''))
  expect(report.schema.problems[0]).toContain('is not in the namespace')
  expect(report).toMatchObject({ kind: 'NFe', key, schema: { valid: false }, keyDigit: true })
  expect(report.recalculated.equal).toBeGreaterThan(10)
})

test('an event is held to the schema of its kind', () => {
  expect(check(eventText())).toMatchObject({
    kind: 'evento',
    model: '55',
    key,
    keyDigit: true,
    signature: { valid: true },
    schema: { valid: true, package: 'PL_010d_v1.03 + Evento_Canc_PL_v1.01' },
    recalculated: { differences: [] },
  })
  expect(check(eventText('<nProt>135260000000001</nProt><xJust>CURTA</xJust>')).schema.valid).toBe(false)
  // Before the generic schema, a kind's own one took digits alone.
  expect(check(eventText().replace('2026-09-10T13', '2026-05-10T13')).schema).toMatchObject({
    valid: false,
    package: 'Evento_Canc_PL_v1.01',
    problems: expect.arrayContaining([expect.stringContaining('CNPJ')]),
  })
  expect(check(eventText().replace(`${key}01"`, `${key}02"`)).recalculated.differences[0]?.path).toBe('@Id')
})

test('a voiding, alone and with either spelling of its root', () => {
  expect(check(voidingText())).toMatchObject({ kind: 'inutNFe', model: '65', key: null, keyDigit: null, schema: { valid: true } })
  const answer =
    `<retInutNFe xmlns="${nfe}" versao="4.00"><infInut><tpAmb>2</tpAmb><verAplic>1</verAplic><cStat>102</cStat><xMotivo>Inutilizacao de numero homologado</xMotivo>` +
    `<cUF>35</cUF><dhRecbto>2026-09-10T12:30:00-03:00</dhRecbto></infInut></retInutNFe>`
  for (const root of ['ProcInutNFe', 'procInutNFe'])
    expect(check(`<${root} xmlns="${nfe}" versao="4.00">${voidingText()}${answer}</${root}>`)).toMatchObject({
      kind: root,
      schema: { valid: true },
      signature: { valid: true },
      recalculated: { differences: [] },
    })
  expect(check(voidingText('000000009')).recalculated.differences[0]?.path).toBe('nNFFin')
})

test('a receipt for another note is found out', () => {
  const digest = /<DigestValue>(.*?)</.exec(signed)?.[1] ?? ''
  const receipt = (chNFe: string, digVal: string): string =>
    `<nfeProc xmlns="${nfe}" versao="4.00">${signed}<protNFe versao="4.00"><infProt><tpAmb>2</tpAmb><verAplic>1</verAplic><chNFe>${chNFe}</chNFe>` +
    `<dhRecbto>2026-09-10T12:30:05-03:00</dhRecbto><nProt>135260000000001</nProt><digVal>${digVal}</digVal><cStat>100</cStat><xMotivo>Autorizado</xMotivo></infProt></protNFe></nfeProc>`
  expect(isWrong(check(receipt(key, digest)))).toBe(false)
  expect(check(receipt(key, 'AAAAAAAAAAAAAAAAAAAAAAAAAAA=')).recalculated.differences).toMatchObject([
    { path: 'protNFe/infProt/digVal' },
  ])
  expect(check(receipt(key.replace(/.$/, '0'), digest)).recalculated.differences).toMatchObject([
    { path: 'protNFe/infProt/chNFe' },
  ])
})

const distribution = (...packed: readonly string[]): string =>
  `<retDistDFeInt xmlns="${nfe}" versao="1.01"><tpAmb>1</tpAmb><verAplic>1</verAplic><cStat>138</cStat><xMotivo>Documentos</xMotivo><dhResp>2026-09-10T12:30:00-03:00</dhResp>` +
  `<ultNSU>000000000000001</ultNSU><maxNSU>000000000000001</maxNSU><loteDistDFeInt>${packed
    .map((text, at) => `<docZip NSU="00000000000000${at + 1}" schema="procNFe_v4.00.xsd">${text}</docZip>`)
    .join('')}</loteDistDFeInt></retDistDFeInt>`

test('packed documents are files of their own, and a bomb among them is refused alone', () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024)).toString('base64')
  const report = check(
    distribution(gzipSync(signed).toString('base64'), bomb, gzipSync('<!DOCTYPE a><a/>').toString('base64'), 'AAAA'),
  )
  expect(report).toMatchObject({ kind: 'retDistDFeInt', key: null, signature: { valid: null }, keyDigit: null })
  expect(report.documents).toMatchObject([
    { file: 'file.xml#000000000000001', kind: 'NFe', key, signature: { valid: true } },
    { kind: 'unreadable', schema: { problems: [expect.stringContaining('unpacks to more')] } },
    { kind: 'unreadable', schema: { problems: [expect.stringContaining('document type')] } },
    { kind: 'unreadable', schema: { problems: ['is no gzip'] } },
  ])
  expect(isWrong(report)).toBe(true)
})

test('a file with more than any has is refused, or told as far as it goes', () => {
  expect(check(`<NFe xmlns="${nfe}">${'<a/>'.repeat(500_000)}</NFe>`)).toMatchObject({ kind: 'unreadable' })
  const { documents = [] } = check(distribution(...Array.from({ length: 600 }, () => 'AAAA')))
  expect(documents).toHaveLength(501)
  expect(documents.at(-1)?.schema.problems).toEqual([expect.stringContaining('more than 500')])
})

test.each([
  ['<html><body>Bad gateway</body></html>', 'unknown'],
  ['<!DOCTYPE NFe [<!ENTITY x SYSTEM "file:///etc/passwd">]><NFe>&x;</NFe>', 'unreadable'],
  ['not XML', 'unreadable'],
  ['', 'unreadable'],
  [`<NFe xmlns="${nfe}"/>`, 'NFe'],
  [`<NFe xmlns="${nfe}"><infNFe/></NFe>`, 'NFe'],
  [`<evento xmlns="${nfe}"/>`, 'evento'],
  [`<inutNFe xmlns="${nfe}"/>`, 'inutNFe'],
  [`<enviNFe xmlns="${nfe}"/>`, 'enviNFe'],
  [`<procEventoNFe xmlns="${nfe}"><evento/></procEventoNFe>`, 'procEventoNFe'],
])('%s: a report, and wrong', (content, kind) => {
  const report = check(content)
  expect(report.kind).toBe(kind)
  expect(isWrong(report)).toBe(true)
})

test('an offline NFC-e: its QR code is that of the note, and signed with its certificate', () => {
  const note: TestNote = {
    ...plain,
    ide: { mod: '65', tpEmis: '9', dhCont: '2026-09-10T12:00:00-03:00', xJust: 'SEM CONTATO COM A SEFAZ' },
  }
  const chNFe = /Id="NFe(.{44})"/.exec(noteText(note))?.[1]
  const parameters = `${chNFe}|3|2|10|100.00||`
  const signature = createSign('RSA-SHA1').update(parameters).sign(testSigningKey.key, 'base64')
  const supplement = (qr: string): string =>
    `<infNFeSupl><qrCode>https://nfce.example.org/qrcode?p=${qr}</qrCode><urlChave>https://nfce.example.org/consulta</urlChave></infNFeSupl>`
  const read = (qr: string) => check(signDocument(noteText({ ...note, supplement: supplement(qr) }), testSigningKey)).recalculated
  expect(read(`${parameters}|${signature}`)).toMatchObject({ differences: [], notDecidable: [] })
  expect(read(`${parameters.replace('100.00', '10.00')}|${signature}`).differences.map(({ path }) => path)).toEqual([
    'infNFeSupl/qrCode/vNF',
    'infNFeSupl/qrCode/assinatura',
  ])
  expect(read(`${chNFe}|2|2|1|${'A'.repeat(40)}`).notDecidable).toMatchObject([{ path: 'infNFeSupl/qrCode/cHashQRCode' }])
})

test('the command: a line a file, sorted, and its exit code', () => {
  const folder = mkdtempSync(join(tmpdir(), 'notes-'))
  try {
    mkdirSync(join(folder, 'b'))
    writeFileSync(join(folder, 'b', 'good.XML'), signed)
    writeFileSync(join(folder, 'a.xml'), signed)
    writeFileSync(join(folder, 'readme.txt'), 'no note')
    const script = join(import.meta.dirname, '../../../../scripts/fiscal.ts')
    const lines = execFileSync(process.execPath, [script, 'check', folder, '--json'], { encoding: 'utf8' }).trim().split('\n')
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { file: join(folder, 'a.xml'), keyDigit: true },
      { file: join(folder, 'b', 'good.XML'), keyDigit: true },
    ])
    writeFileSync(join(folder, 'a.xml'), signed.replace('<vNF>100.00</vNF>', '<vNF>101.00</vNF>'))
    const wrong = spawnSync(process.execPath, [script, 'check', join(folder, 'a.xml')], { encoding: 'utf8' })
    expect(wrong.status).toBe(1)
    expect(wrong.stdout).toContain('total/ICMSTot/vNF: 101.00 in the note, 100.00')
    expect(spawnSync(process.execPath, [script, 'check']).status).toBe(2)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
