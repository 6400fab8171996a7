import { createHash, createSign, X509Certificate } from 'node:crypto'
import Decimal from 'decimal.js'
import { XmlElement } from 'libxml2-wasm'
import { elementOf, find, said, withDocument, write } from './element.ts'
import { nfeNamespace } from './envelope.ts'
import { keyDigit } from './ids.ts'
import type { KeptNote } from './ledger.ts'
import { authorityMoment, protocolNumber, type ServiceContext } from './service.ts'
import { tellRecipient } from './services/recipients.ts'

/** A supplier that nobody has: its name and the digits of its CNPJ. */
interface Supplier {
  readonly name: string
  readonly cnpj: string
  readonly stateNumber: string
}

interface Good {
  readonly code: string
  readonly gtin: string
  readonly name: string
  readonly ncm: string
  readonly unit: string
  readonly price: string
}

const suppliers: readonly Supplier[] = [
  { name: 'Hortifruti Campo Verde de Teste Ltda', cnpj: '11222333000181', stateNumber: '110042490114' },
  { name: 'Distribuidora de Bebidas Serra de Teste SA', cnpj: '44555666000181', stateNumber: '111111111110' },
]

const goods: readonly Good[] = [
  { code: 'ARZ5', gtin: '7891000100103', name: 'Arroz tipo 1 pacote 5 kg', ncm: '10063021', unit: 'FD', price: '132.90' },
  { code: 'FEI1', gtin: '7891000100202', name: 'Feijão carioca 1 kg', ncm: '07133319', unit: 'CX', price: '84.5000' },
  { code: 'OLE9', gtin: 'SEM GTIN', name: 'Óleo de soja 900 ml', ncm: '15079011', unit: 'CX', price: '139.8' },
  { code: 'REF2', gtin: 'SEM GTIN', name: 'Refrigerante cola 2 L', ncm: '22021000', unit: 'FD', price: '47.94' },
  { code: 'CER6', gtin: 'SEM GTIN', name: 'Cerveja pilsen long neck', ncm: '22030000', unit: 'CX', price: '98.333' },
  { code: 'TOM', gtin: 'SEM GTIN', name: 'Tomate italiano', ncm: '07020000', unit: 'KG', price: '6.99' },
]

/** Invents notes of suppliers to a recipient, so that there is something to receive. They are signed, authorised and known to the queries as any other. */
export function inventDeliveries(recipient: string, state: string, count: number, context: ServiceContext): void {
  for (let i = 0; i < count; i += 1) inventDelivery(recipient, state, i, context)
}

function inventDelivery(recipient: string, state: string, turn: number, context: ServiceContext): void {
  const { ledger, weather, authority } = context
  const supplier = suppliers[turn % suppliers.length]
  if (!supplier) return
  const number = ledger.next()
  const issued = weather.now() - (turn + 1) * 3 * 3600_000
  const key = keyOf(supplier, state, number, issued)
  const info = write(
    'infNFe',
    parts({ supplier, recipient, state, number, turn, issued, key, environment: context.environment }),
    {
      versao: '4.00',
      Id: `NFe${key}`,
    },
  )
  const signer = authority.issue(supplier)
  const { xml, digest } = sign(write('NFe', info, { xmlns: nfeNamespace }), key, signer.key, signer.certificate)
  const note = withDocument(xml, document => find(elementOf(document.root), 'infNFe'))
  if (!note) return
  const kept: KeptNote = {
    kind: 'note',
    key,
    xml,
    issuedAt: issued,
    authorisedAt: issued + 2000,
    protocol: protocolNumber(context, state),
    digest,
    code: '100',
    total: totalOf(turn).toFixed(2),
    recipient,
    issuerName: supplier.name,
  }
  ledger.add(kept)
  tellRecipient(kept, note, context)
}

const keyOf = ({ cnpj }: Supplier, state: string, number: number, issued: number): string => {
  const month = authorityMoment(issued).slice(2, 7).replace('-', '')
  const code = String(10_000_000 + ((number * 7919) % 89_999_999))
  const body = `${state}${month}${cnpj}55001${String(number).padStart(9, '0')}1${code}`
  return body + keyDigit(body)
}

interface Delivery {
  readonly supplier: Supplier
  readonly recipient: string
  readonly state: string
  readonly number: number
  readonly turn: number
  readonly issued: number
  readonly key: string
  readonly environment: string
}

/** Returns the lines of one note: the goods of its turn, and how many. */
const linesOf = (turn: number): readonly (readonly [Good, Decimal, Decimal])[] =>
  goods
    .filter((_, i) => (i + turn) % 2 === 0)
    .map((good, i) => {
      const quantity = new Decimal(2 + i + turn)
      return [good, quantity, quantity.times(good.price).toDecimalPlaces(2, Decimal.ROUND_HALF_UP)] as const
    })

const totalOf = (turn: number): Decimal => linesOf(turn).reduce((sum, [, , value]) => sum.plus(value), new Decimal(0))

const taxes =
  '<imposto><ICMS><ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102></ICMS><PIS><PISOutr><CST>49</CST><vBC>0.00</vBC><pPIS>0.00</pPIS><vPIS>0.00</vPIS></PISOutr></PIS><COFINS><COFINSOutr><CST>49</CST><vBC>0.00</vBC><pCOFINS>0.00</pCOFINS><vCOFINS>0.00</vCOFINS></COFINSOutr></COFINS></imposto>'

/** Places that stand for a state: the first that its table has. */
const townOf: Readonly<Record<string, readonly [code: string, name: string, state: string]>> = {
  35: ['3550308', 'São Paulo', 'SP'],
  33: ['3304557', 'Rio de Janeiro', 'RJ'],
  31: ['3106200', 'Belo Horizonte', 'MG'],
  41: ['4106902', 'Curitiba', 'PR'],
  42: ['4205407', 'Florianópolis', 'SC'],
  43: ['4314902', 'Porto Alegre', 'RS'],
}

function parts(one: Delivery): string[] {
  const [code, name, state] = townOf[one.state] ?? ['3550308', 'São Paulo', 'SP']
  const address = [
    said('xLgr', 'Rua dos Testes'),
    said('nro', '100'),
    said('xBairro', 'Centro'),
    said('cMun', code),
    said('xMun', name),
  ]
  const total = totalOf(one.turn).toFixed(2)
  const due = authorityMoment(one.issued + 28 * 24 * 3600_000).slice(0, 10)
  return [
    write('ide', [
      ...pairs({
        cUF: one.state,
        cNF: one.key.slice(35, 43),
        natOp: 'Venda de mercadoria',
        mod: '55',
        serie: '1',
        nNF: String(one.number),
      }),
      ...pairs({
        dhEmi: authorityMoment(one.issued),
        tpNF: '1',
        idDest: '1',
        cMunFG: code,
        tpImp: '1',
        tpEmis: '1',
        cDV: one.key.slice(43),
      }),
      ...pairs({
        tpAmb: one.environment,
        finNFe: '1',
        indFinal: '0',
        indPres: '9',
        indIntermed: '0',
        procEmi: '0',
        verProc: 'simulador',
      }),
    ]),
    write('emit', [
      ...pairs({ CNPJ: one.supplier.cnpj, xNome: one.supplier.name }),
      write('enderEmit', [...address, ...pairs({ UF: state, CEP: '01001000', cPais: '1058', xPais: 'Brasil' })]),
      ...pairs({ IE: one.supplier.stateNumber, CRT: '1' }),
    ]),
    write('dest', [
      ...pairs({ [one.recipient.length === 11 ? 'CPF' : 'CNPJ']: one.recipient }),
      ...pairs({
        xNome: one.environment === '2' ? 'NF-E EMITIDA EM AMBIENTE DE HOMOLOGACAO - SEM VALOR FISCAL' : 'Destinatário de teste',
      }),
      write('enderDest', [...address, ...pairs({ UF: state, CEP: '01001000', cPais: '1058', xPais: 'Brasil' })]),
      ...pairs({ indIEDest: '2' }),
    ]),
    ...linesOf(one.turn).map((line, i) => item(line, i + 1)),
    write('total', write('ICMSTot', totals(total))),
    write('transp', said('modFrete', '9')),
    write('cobr', [
      write('fat', pairs({ nFat: String(one.number), vOrig: total, vDesc: '0.00', vLiq: total })),
      write('dup', pairs({ nDup: '001', dVenc: due, vDup: total })),
    ]),
    write('pag', write('detPag', pairs({ indPag: '1', tPag: '15', vPag: total }))),
  ]
}

const pairs = (fields: Readonly<Record<string, string>>): string[] =>
  Object.entries(fields).map(([name, text]) => said(name, text) ?? '')

function item([good, quantity, value]: readonly [Good, Decimal, Decimal], position: number): string {
  const amount = { unit: good.unit, quantity: quantity.toFixed(4), price: good.price }
  const prod = pairs({
    ...{ cProd: good.code, cEAN: good.gtin, xProd: good.name, NCM: good.ncm, CFOP: '5102' },
    ...{ uCom: amount.unit, qCom: amount.quantity, vUnCom: amount.price, vProd: value.toFixed(2) },
    ...{ cEANTrib: good.gtin, uTrib: amount.unit, qTrib: amount.quantity, vUnTrib: amount.price, indTot: '1' },
  })
  return write('det', [write('prod', prod), taxes], { nItem: String(position) })
}

const zeros = ['vBC', 'vICMS', 'vICMSDeson', 'vFCP', 'vBCST', 'vST', 'vFCPST', 'vFCPSTRet']
const zerosAfter = ['vFrete', 'vSeg', 'vDesc', 'vII', 'vIPI', 'vIPIDevol', 'vPIS', 'vCOFINS', 'vOutro']
const none = (names: readonly string[]): string[] => names.map(name => write(name, '0.00'))
const totals = (total: string): string[] => [...none(zeros), write('vProd', total), ...none(zerosAfter), write('vNF', total)]

const dsig = 'http://www.w3.org/2000/09/xmldsig#'
const c14n = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315'

/** Signs a supplier's note as suppliers do. */
function sign(xml: string, key: string, privateKey: string, certificate: string): { xml: string; digest: string } {
  const digest = withDocument(xml, document => {
    const info = document.get('/nfe:NFe/nfe:infNFe', { nfe: nfeNamespace })
    return createHash('sha1')
      .update(info instanceof XmlElement ? info.canonicalizeToString() : '')
      .digest('base64')
  })
  const inner = `<CanonicalizationMethod Algorithm="${c14n}"></CanonicalizationMethod><SignatureMethod Algorithm="${dsig}rsa-sha1"></SignatureMethod><Reference URI="#NFe${key}"><Transforms><Transform Algorithm="${dsig}enveloped-signature"></Transform><Transform Algorithm="${c14n}"></Transform></Transforms><DigestMethod Algorithm="${dsig}sha1"></DigestMethod><DigestValue>${digest}</DigestValue></Reference>`
  const value = createSign('RSA-SHA1').update(`<SignedInfo xmlns="${dsig}">${inner}</SignedInfo>`).sign(privateKey, 'base64')
  const held = new X509Certificate(certificate).raw.toString('base64')
  const signature = `<Signature xmlns="${dsig}"><SignedInfo>${inner}</SignedInfo><SignatureValue>${value}</SignatureValue><KeyInfo><X509Data><X509Certificate>${held}</X509Certificate></X509Data></KeyInfo></Signature>`
  return { xml: xml.replace('</NFe>', `${signature}</NFe>`), digest }
}
