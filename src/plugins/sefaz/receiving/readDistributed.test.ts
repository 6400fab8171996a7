import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { isAccessKey } from '../../../domain/fiscal/core/public.ts'
import { endThreads } from '../../../server/threads/inWorker.ts'
import { readDistributed } from './readDistributed.ts'

const limit = process.env.WORKER_SECONDS
afterEach(async () => {
  process.env.WORKER_SECONDS = limit ?? ''
  await endThreads()
})

/** With the digit that it ends in. */
const key =
  Array.from({ length: 10 }, (_, digit) => `3526101122233300018155001000000001100000001${digit}`).find(isAccessKey) ?? ''
const summary = (more = '') =>
  `<resNFe xmlns="http://www.portalfiscal.inf.br/nfe"><chNFe>${key}</chNFe><CNPJ>11222333000181</CNPJ><xNome>Fornecedor${more}</xNome><dhEmi>2026-10-05T10:00:00-03:00</dhEmi><tpNF>1</tpNF><vNF>10.00</vNF><cSitNFe>1</cSitNFe></resNFe>`
const packed = (text: string, nsu = '1') => ({ nsu, packed: gzipSync(text).toString('base64') })
/** Letters that packing does not make fewer. */
const noise = Array.from({ length: 4000 }, (_, at) => ((at * 2_654_435_761) >>> 0).toString(36)).join('')

test.each([
  ['few', []],
  ['many', [packed(`<x>${noise}</x>`)]],
])('of %s documents what cannot be read is passed over, and the others are read in order', async (_, more) => {
  const broken = [
    { nsu: '1', packed: 'isto não é gzip' },
    packed('<nfeProc>'),
    packed('<!DOCTYPE a [<!ENTITY b "c">]><resNFe>&b;</resNFe>'),
    packed('<resNFe><chNFe>1</chNFe></resNFe>'),
  ]
  const cancelled = packed(
    `<resEvento xmlns="http://www.portalfiscal.inf.br/nfe"><chNFe>${key}</chNFe><tpEvento>110111</tpEvento></resEvento>`,
  )
  const read = await readDistributed([...broken, packed(summary()), ...more, cancelled, ...broken], 1)
  expect(read).toEqual([
    { kind: 'summary', summary: expect.objectContaining({ name: 'Fornecedor', total: '10.00', direction: 1, situation: 1 }) },
    { kind: 'cancelled', key },
  ])
})

test('a document that takes more than a piece of work may have holds up nobody', async () => {
  process.env.WORKER_SECONDS = '0.001'
  expect(await readDistributed([packed(`<x>${noise}</x>`), packed(`<y>${noise}</y>`)], 1)).toEqual([])
})
