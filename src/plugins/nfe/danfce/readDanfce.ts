import { childrenOf, cutTexts, type DocumentElement, decimalAt, elementAt, textAt } from '../../../domain/fiscal/core/public.ts'
import { printedAtLeast, printedKey, printedMoment, printedNumber, printedTaxId } from '../paper/printed.ts'
import { printedTotal, totalAsked } from '../paper/totalAsked.ts'
import type { Danfce, DanfceItem, DanfceLine, DanfceProtocol } from './danfce.ts'
import { paymentNames, texts } from './texts.ts'

/** Answers by which a note is authorised, and a cancellation accepted. */
const authorised = ['100', '150']
const accepted = ['135', '136', '155']

/**
 * Reads what the paper says from a note's XML, `NFe` or `nfeProc`, and where it was cancelled from the event's `procEventoNFe`.
 *
 * @returns undefined for what is no consumer's note.
 */
export function readDanfce(stored: DocumentElement, cancellation?: DocumentElement): Danfce | undefined {
  const document = cutTexts(stored)
  const note = document.name === 'NFe' ? document : elementAt(document, 'NFe')
  const info = elementAt(note, 'infNFe')
  if (!note || !info || textAt(info, 'ide/mod') !== '65') return undefined
  const said = (path: string): string => textAt(info, path) ?? ''
  return {
    emitente: {
      nome: said('emit/xNome'),
      documento: textAt(info, 'emit/CNPJ') ? `CNPJ ${printedTaxId(said('emit/CNPJ'))}` : `CPF ${printedTaxId(said('emit/CPF'))}`,
      inscricao: said('emit/IE'),
      endereco: addressOf(elementAt(info, 'emit/enderEmit')),
    },
    itens: childrenOf(info, 'det').map(itemOf),
    totais: totalsOf(info),
    aPagar: printedTotal(info),
    pagamentos: childrenOf(elementAt(info, 'pag'), 'detPag').map(paymentOf),
    troco: aboveZero(info, 'pag/vTroco'),
    consulta: textAt(note, 'infNFeSupl/urlChave') ?? '',
    chave: printedKey((info.attributes.Id ?? '').replace(/^NFe/, '')),
    consumidor: consumerOf(elementAt(info, 'dest')),
    numero: said('ide/nNF').padStart(9, '0'),
    serie: said('ide/serie').padStart(3, '0'),
    emissao: printedMoment(said('ide/dhEmi')),
    autorizacao: protocolOf(elementAt(document, 'protNFe/infProt'), authorised, 'dhRecbto'),
    cancelamento: protocolOf(elementAt(cancellation && cutTexts(cancellation), 'retEvento/infEvento'), accepted, 'dhRegEvento'),
    homologacao: said('ide/tpAmb') === '2',
    contingencia: said('ide/tpEmis') === '9',
    qrCode: textAt(note, 'infNFeSupl/qrCode'),
    tributos: taxesOf(info),
    mensagens: [said('infAdic/infAdFisco'), ...said('infAdic/infCpl').split(' | ')].filter(line => line !== ''),
  }
}

const moneyAt = (from: DocumentElement | undefined, path: string): string | undefined => {
  const value = decimalAt(from, path)
  return value && printedNumber(value, 2)
}

const aboveZero = (from: DocumentElement | undefined, path: string): string | undefined =>
  decimalAt(from, path)?.greaterThan(0) ? moneyAt(from, path) : undefined

function addressOf(from: DocumentElement | undefined): string {
  const said = (...names: readonly string[]): string =>
    names
      .map(name => textAt(from, name))
      .filter(Boolean)
      .join(', ')
  return [said('xLgr', 'nro', 'xCpl'), said('xBairro'), said('xMun', 'UF')].filter(part => part !== '').join(' - ')
}

function itemOf(det: DocumentElement): DanfceItem {
  const printed = (path: string, places: number): string => {
    const value = decimalAt(det, path)
    return value ? printedAtLeast(value, places) : ''
  }
  return {
    codigo: textAt(det, 'prod/cProd') ?? '',
    descricao: textAt(det, 'prod/xProd') ?? '',
    quantidade: printed('prod/qCom', 0),
    unidade: textAt(det, 'prod/uCom') ?? '',
    unitario: printed('prod/vUnCom', 2),
    total: moneyAt(det, 'prod/vProd') ?? '',
  }
}

/** Amounts between the items' total and what is paid: none that is zero. */
const additions: readonly (readonly [path: string, name: string])[] = [
  ['vDesc', 'Desconto R$'],
  ['vICMSDeson', 'ICMS desonerado R$'],
  ['vST', 'ICMS ST R$'],
  ['vFCPST', 'FCP ST R$'],
  ['vFrete', 'Frete R$'],
  ['vSeg', 'Seguro R$'],
  ['vOutro', 'Acréscimos R$'],
]

function totalsOf(info: DocumentElement): DanfceLine[] {
  const totals = elementAt(info, 'total/ICMSTot')
  const some = additions.flatMap(([path, name]) => {
    const value = aboveZero(totals, path)
    return value === undefined ? [] : [{ name, value }]
  })
  const reform = isReformAdded(info) ? reformOf(info) : []
  return [
    { name: 'Qtde. total de itens', value: `${childrenOf(info, 'det').length}` },
    { name: 'Valor total R$', value: moneyAt(totals, 'vProd') ?? '' },
    ...some,
    ...reform,
  ]
}

/** Tells whether the consumer pays IS, IBS and CBS besides the goods: then they stand between their total and what is due. */
const isReformAdded = (info: DocumentElement): boolean =>
  totalAsked(info)?.greaterThan(decimalAt(info, 'total/ICMSTot/vNF') ?? 0) === true

/** Taxes of the reform that the note has. */
const reformOf = (info: DocumentElement): DanfceLine[] =>
  (
    [
      ['IS R$', 'ISTot/vIS'],
      ['IBS R$', 'IBSCBSTot/gIBS/vIBS'],
      ['CBS R$', 'IBSCBSTot/gCBS/vCBS'],
    ] as const
  ).flatMap(([name, path]) => {
    const value = aboveZero(info, `total/${path}`)
    return value === undefined ? [] : [{ name, value }]
  })

function paymentOf(detPag: DocumentElement): DanfceLine {
  const code = textAt(detPag, 'tPag') ?? ''
  return { name: textAt(detPag, 'xPag') ?? paymentNames[code] ?? 'Outros', value: moneyAt(detPag, 'vPag') ?? '' }
}

function consumerOf(dest: DocumentElement | undefined): string[] {
  const cnpj = textAt(dest, 'CNPJ')
  const cpf = textAt(dest, 'CPF')
  const foreign = textAt(dest, 'idEstrangeiro')
  const who = [
    ...(cnpj ? [`CNPJ ${printedTaxId(cnpj)}`] : []),
    ...(cpf ? [`CPF ${printedTaxId(cpf)}`] : []),
    ...(foreign ? [`ID Estrangeiro ${foreign}`] : []),
  ]
  if (who.length === 0) return [texts.nobody]
  return [`CONSUMIDOR - ${who[0]}`, textAt(dest, 'xNome') ?? '', addressOf(elementAt(dest, 'enderDest'))].filter(
    line => line !== '',
  )
}

function protocolOf(from: DocumentElement | undefined, stands: readonly string[], moment: string): DanfceProtocol | undefined {
  const numero = textAt(from, 'nProt')
  if (numero === undefined || !stands.includes(textAt(from, 'cStat') ?? '')) return undefined
  return { numero, em: printedMoment(textAt(from, moment) ?? '') }
}

/** Approximate taxes (Lei 12.741/2012), and those of the reform where the note has them and they do not stand among its totals. */
function taxesOf(info: DocumentElement): DanfceLine[] {
  const approximate = aboveZero(info, 'total/ICMSTot/vTotTrib')
  return [
    ...(approximate ? [{ name: 'Tributos totais incidentes (Lei Federal 12.741/2012) R$', value: approximate }] : []),
    ...(isReformAdded(info) ? [] : reformOf(info)),
  ]
}
