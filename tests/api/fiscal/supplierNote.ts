import { createPrivateKey, X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composeAccessKey } from '../../../src/domain/fiscal/core/public.ts'
import { type SigningKey, signDocument } from '../../../src/plugins/sefaz/signature/signDocument.ts'
import { openTestAuthority } from '../../../src/plugins/sefaz/simulator/certificates.ts'

/** A line of a supplier's note. */
export interface SupplierLine {
  readonly code: string
  readonly ean?: string
  readonly name: string
  readonly quantity: string
  readonly value: string
  /** Of one; by default that of which quantity makes the value. */
  readonly unit?: string
  /** Fields of `prod` after the amounts: freight, discount. */
  readonly more?: string
  readonly tax?: string
  readonly cfop?: string
  readonly ncm?: string
  /** The unit that is sold; a box where nothing says so. */
  readonly sold?: string
  /** The taxed quantity, where it is another unit: pieces of a box. */
  readonly taxed?: { readonly unit: string; readonly quantity: string; readonly ean?: string } | undefined
}

/** A note of a supplier that does not exist. */
export interface SupplierNote {
  readonly number: number
  /** The number that it says of itself, where that is not the one of its key. */
  readonly numbered?: number
  readonly lines: readonly SupplierLine[]
  readonly vNF: string
  readonly due?: readonly (readonly [day: string, value: string])[]
  /** The discount that the bill alone knows. */
  readonly discount?: string
  /** The total with IBS, CBS and IS. */
  readonly vNFTot?: string
  readonly to?: string
  readonly status?: string
  readonly model?: '55' | '65'
  readonly payment?: string
  /** The signer: the supplier; nobody; or somebody with this CNPJ. */
  readonly signedBy?: 'nobody' | string
}

const signers = new Map<string, SigningKey>()

/** A certificate of this company, by an authority that lasts as long as the process. */
function signerOf(cnpj: string): SigningKey {
  const known = signers.get(cnpj)
  if (known) return known
  const folder = mkdtempSync(join(tmpdir(), 'autoridade-'))
  try {
    const { key, certificate } = openTestAuthority(folder).issue({ name: 'Distribuidora Serra', cnpj })
    const made = { key: createPrivateKey(key), certificate: new X509Certificate(certificate) }
    signers.set(cnpj, made)
    return made
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const supplierCnpj = '11222333000181'

const plainTax =
  '<ICMS><ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102></ICMS><PIS><PISOutr><CST>49</CST></PISOutr></PIS><COFINS><COFINSOutr><CST>49</CST></COFINSOutr></COFINS>'

/** Key of the note of that number. */
export const keyOfNote = (number: number, model: '55' | '65' = '55'): string =>
  composeAccessKey({
    cUF: '35',
    AAMM: '2603',
    CNPJ: supplierCnpj,
    mod: model,
    serie: '1',
    nNF: `${number}`,
    tpEmis: '1',
    cNF: '12340987',
  })

const added = ['vProd', 'vFrete', 'vSeg', 'vDesc', 'vIPI', 'vOutro'] as const

/** Totals of what the items say. */
function totals(lines: readonly SupplierLine[]): string {
  const said = lines.map(({ value, more = '', tax = '' }) => `<vProd>${value}</vProd>${more}${tax}`).join('')
  const sumOf = (name: string): number =>
    [...said.matchAll(new RegExp(`<${name}>([0-9.]+)</${name}>`, 'g'))].reduce((sum, [, value]) => sum + Number(value), 0)
  return added.map(name => `<${name}>${sumOf(name).toFixed(2)}</${name}>`).join('')
}

const unitOf = (value: string, quantity: string): string => (Number(value) / Number(quantity)).toFixed(10)

/** Returns the digest that the authority repeats in its receipt. */
const digestOf = (signed: string): string => /<DigestValue>([^<]*)</.exec(signed)?.[1] ?? ''

const billText = (total: string, discount: string | undefined): string =>
  discount === undefined
    ? ''
    : `<fat><nFat>1</nFat><vOrig>${total}</vOrig><vDesc>${discount}</vDesc><vLiq>${(Number(total) - Number(discount)).toFixed(2)}</vLiq></fat>`

/** The authorised note as its supplier would send it. */
export function supplierNote(note: SupplierNote): string {
  const {
    number,
    numbered = number,
    lines,
    vNF,
    due = [],
    discount,
    vNFTot,
    to = '11444777000161',
    status = '100',
    model = '55',
    payment = '15',
    signedBy = supplierCnpj,
  } = note
  const key = keyOfNote(number, model)
  const items = lines.map(
    (
      {
        code,
        ean = 'SEM GTIN',
        name,
        quantity,
        value,
        unit = unitOf(value, quantity),
        more = '',
        tax = plainTax,
        cfop = '5102',
        ncm = '21069090',
        sold = 'CX',
        taxed,
      },
      at,
    ) =>
      `<det nItem="${at + 1}"><prod><cProd>${code}</cProd><cEAN>${ean}</cEAN><xProd>${name}</xProd><NCM>${ncm}</NCM><CFOP>${cfop}</CFOP>` +
      `<uCom>${sold}</uCom><qCom>${quantity}</qCom><vUnCom>${unit}</vUnCom><vProd>${value}</vProd><cEANTrib>${taxed?.ean ?? ean}</cEANTrib>` +
      `${taxed ? `<uTrib>${taxed.unit}</uTrib><qTrib>${taxed.quantity}</qTrib>` : ''}${more}</prod><imposto>${tax}</imposto></det>`,
  )
  const instalments = due.map(([day, value]) => `<dup><nDup>001</nDup><dVenc>${day}</dVenc><vDup>${value}</vDup></dup>`).join('')
  const unsigned =
    `<NFe xmlns="http://www.portalfiscal.inf.br/nfe"><infNFe versao="4.00" Id="NFe${key}">` +
    `<ide><mod>${model}</mod><serie>1</serie><nNF>${numbered}</nNF><dhEmi>2026-03-10T09:00:00-03:00</dhEmi><tpNF>1</tpNF></ide>` +
    `<emit><CNPJ>${supplierCnpj}</CNPJ><xNome>Distribuidora Serra &amp; Filhos</xNome><enderEmit><xLgr>Rua do Porto</xLgr><nro>10</nro><xBairro>Centro</xBairro><cMun>3550308</cMun><xMun>São Paulo</xMun>` +
    `<UF>SP</UF><CEP>01001000</CEP></enderEmit></emit><dest><CNPJ>${to}</CNPJ><xNome>Padaria</xNome></dest>` +
    `${items.join('')}<total><ICMSTot>${totals(lines)}<vNF>${vNF}</vNF></ICMSTot>${vNFTot === undefined ? '' : `<vNFTot>${vNFTot}</vNFTot>`}</total>${due.length > 0 ? `<cobr>${billText(vNF, discount)}${instalments}</cobr>` : ''}` +
    `<pag><detPag><tPag>${payment}</tPag><vPag>${vNF}</vPag></detPag></pag></infNFe></NFe>`
  const signed = signedBy === 'nobody' ? unsigned : signDocument(unsigned, signerOf(signedBy))
  return (
    `<?xml version="1.0" encoding="UTF-8"?><nfeProc xmlns="http://www.portalfiscal.inf.br/nfe" versao="4.00">${signed}` +
    `<protNFe versao="4.00"><infProt><chNFe>${key}</chNFe><nProt>135260000000001</nProt><digVal>${digestOf(signed)}</digVal><cStat>${status}</cStat><xMotivo>Autorizado o uso da NF-e</xMotivo></infProt></protNFe></nfeProc>`
  )
}
