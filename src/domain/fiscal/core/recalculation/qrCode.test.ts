import { expect, test } from 'vitest'
import { readQrCode } from './qrCode.ts'

const key = '35260912ABC345000188650010000013051817822490'
const address = 'https://nfce.example.org/qrcode'

test('version 3: online a key alone, offline signed', () => {
  expect(readQrCode(`${address}?p=${key}|3|2`)).toEqual({ version: '3', values: { chNFe: key, nVersao: '3', tpAmb: '2' } })
  // A signature in base64 may hold any of + / =.
  expect(readQrCode(`${address}?p=${key}|3|2|10|25.00|2|12345678909|ab+/cd==`)).toMatchObject({
    values: { dd: '10', vNF: '25.00', tpDest: '2', idDest: '12345678909' },
    signed: { text: `${key}|3|2|10|25.00|2|12345678909`, signature: 'ab+/cd==' },
  })
})

test('version 2: with the number of the CSC and a hash, offline with the digest before them', () => {
  expect(readQrCode(`${address}?p=${key}|2|1|1|ABCDEF`)?.values).toMatchObject({ cIdToken: '1', cHashQRCode: 'ABCDEF' })
  expect(readQrCode(`${address}?p=${key}%7C2%7C1%7C10%7C25.00%7C616263%7C1%7CABCDEF`)?.values).toMatchObject({
    dd: '10',
    vNF: '25.00',
    digVal: '616263',
    cHashQRCode: 'ABCDEF',
  })
})

test('version 1: parameters by name', () => {
  expect(readQrCode(`${address}?chNFe=${key}&amp;nVersao=100&amp;tpAmb=1&amp;vNF=25.00`)).toEqual({
    version: '1',
    values: { chNFe: key, nVersao: '100', tpAmb: '1', vNF: '25.00' },
  })
})

test.each(['', 'https://example.org', `${address}?p=${key}|9|1`, `${address}?p=${key}`])('%s is none', text => {
  expect(readQrCode(text)).toBeUndefined()
})
