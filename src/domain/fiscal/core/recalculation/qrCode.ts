import { textAt } from '../document/documentElement.ts'
import type { Place } from './findings.ts'
import { noteKey } from './identity.ts'

/** A QR code's parameters: by name in version 1, by position in 2 and 3. */
export interface QrCode {
  readonly version: '1' | '2' | '3'
  readonly values: Readonly<Record<string, string>>
  /** Version 3 of an offline note: what is signed, and the signature in base64. */
  readonly signed?: { readonly text: string; readonly signature: string }
}

const positions = {
  online2: ['chNFe', 'nVersao', 'tpAmb', 'cIdToken', 'cHashQRCode'],
  offline2: ['chNFe', 'nVersao', 'tpAmb', 'dd', 'vNF', 'digVal', 'cIdToken', 'cHashQRCode'],
  online3: ['chNFe', 'nVersao', 'tpAmb'],
  offline3: ['chNFe', 'nVersao', 'tpAmb', 'dd', 'vNF', 'tpDest', 'idDest', 'assinatura'],
} as const

/** Reads the address in `infNFeSupl/qrCode` (manual of the DANFE NFC-e, NT 2025.001); undefined for what is no such address. */
export function readQrCode(address: string): QrCode | undefined {
  const query = address.slice(address.indexOf('?') + 1)
  const parameters = new URLSearchParams(query.replace(/&amp;/g, '&').replace(/\+/g, '%2B'))
  const packed = parameters.get('p')
  if (packed === null) return parameters.has('chNFe') ? { version: '1', values: Object.fromEntries(parameters) } : undefined
  const values = packed.split('|')
  const version = values[1]
  if (version !== '2' && version !== '3') return undefined
  const isOffline = values.length > (version === '2' ? positions.online2.length : positions.online3.length)
  const names = positions[`${isOffline ? 'offline' : 'online'}${version}`]
  const named = Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']))
  if (version === '2' || !isOffline) return { version, values: named }
  return { version, values: named, signed: { text: values.slice(0, -1).join('|'), signature: values.at(-1) ?? '' } }
}

const hexOf = (text: string): string => [...text].map(each => each.charCodeAt(0).toString(16).padStart(2, '0')).join('')

/** The QR code of an NFC-e against its note; `supplement` is `infNFeSupl`, `digest` the `DigestValue` of the signature. */
export function checkQrCode(note: Place, supplement: Place, digest: string | undefined): QrCode | undefined {
  const code = readQrCode(supplement.text('qrCode') ?? '')
  if (!code) {
    supplement.findings.different({
      path: supplement.pathOf('qrCode'),
      note: supplement.text('qrCode') ?? '',
      ours: '',
      rule: 'an address with the key and its parameters',
    })
    return undefined
  }
  const at = (path: string): string => textAt(note.element, path) ?? ''
  const recipient = ['CNPJ', 'CPF', 'idEstrangeiro'].findIndex(name => note.inner(`dest/${name}`) !== undefined)
  const expected: Readonly<Record<string, string | undefined>> = {
    chNFe: noteKey(note),
    tpAmb: at('ide/tpAmb'),
    dd: at('ide/dhEmi').slice(8, 10),
    vNF: at('total/ICMSTot/vNF'),
    vICMS: at('total/ICMSTot/vICMS'),
    dhEmi: hexOf(at('ide/dhEmi')),
    digVal: digest === undefined ? undefined : hexOf(digest),
    tpDest: recipient < 0 ? '' : `${recipient + 1}`,
    idDest: recipient < 0 || recipient === 2 ? '' : at(`dest/${recipient === 0 ? 'CNPJ' : 'CPF'}`),
  }
  for (const [name, note] of Object.entries(code.values)) {
    const ours = expected[name]
    if (ours !== undefined)
      supplement.findings.text(supplement.pathOf(`qrCode/${name}`), note.toLowerCase(), ours.toLowerCase(), name)
  }
  if (code.values.cHashQRCode !== undefined)
    supplement.findings.notDecidable(supplement.pathOf('qrCode/cHashQRCode'), 'the hash holds the CSC, a secret of the issuer')
  return code
}
