import { afterAll, expect, test } from 'vitest'
import { composeAccessKey } from '../../../domain/fiscal/core/public.ts'
import { noteText, type TestNote } from '../fixtures/noteText.ts'
import { testSigningKey } from '../fixtures/testSigningKey.ts'
import { SchemaValidator } from '../schema/schemaValidator.ts'
import { signDocument } from '../signature/signDocument.ts'
import { checkFile } from './checkFile.ts'

/**
 * Notes as they come in the wild, of trades and cases that the tables of the other tests have not: each as it should be, which has to be found
 * right, and with one thing wrong, which has to be found there. Figures were worked out by hand.
 */

const schemas = new SchemaValidator()
afterAll(() => schemas[Symbol.dispose]())

const none = '<PIS><PISNT><CST>06</CST></PISNT></PIS><COFINS><COFINSNT><CST>06</CST></COFINSNT></COFINS>'
const simples = `<ICMS><ICMSSN102><orig>0</orig><CSOSN>102</CSOSN></ICMSSN102></ICMS>${none}`
const untaxed = `<ICMS><ICMS40><orig>0</orig><CST>41</CST></ICMS40></ICMS>${none}`
const keyIn = (text: string): string => /Id="NFe(.{44})"/.exec(text)?.[1] ?? ''
const supplement =
  '<infNFeSupl><qrCode><![CDATA[https://www.homologacao.nfce.fazenda.sp.gov.br/qrcode?p=KEY|3|2]]></qrCode><urlChave>https://www.homologacao.nfce.fazenda.sp.gov.br/consulta</urlChave></infNFeSupl>'
const paid = (...ways: readonly (readonly [way: string, value: string])[]): string =>
  ways
    .map(
      ([way, value]) =>
        `<detPag><tPag>${way}</tPag><vPag>${value}</vPag>${way === '03' ? '<card><tpIntegra>2</tpIntegra></card>' : ''}</detPag>`,
    )
    .join('')

/** An item of 100.00 with the values of IBS and CBS. */
const reformed = {
  tax:
    `${untaxed}<IBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib><gIBSCBS><vBC>100.00</vBC><gIBSUF><pIBSUF>0.1000</pIBSUF><vIBSUF>0.10</vIBSUF></gIBSUF>` +
    '<gIBSMun><pIBSMun>0.0000</pIBSMun><vIBSMun>0.00</vIBSMun></gIBSMun><vIBS>0.10</vIBS><gCBS><pCBS>0.9000</pCBS><vCBS>0.90</vCBS></gCBS></gIBSCBS></IBSCBS>',
  after: '<vItem>100.00</vItem>',
}

/** The totals of the reform, of notes without deferral and the like. */
const reformTotals = (base: string, ibs: string, cbs: string, vNFTot: string): string =>
  `<IBSCBSTot><vBCIBSCBS>${base}</vBCIBSCBS><gIBS><gIBSUF><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vIBSUF>${ibs}</vIBSUF></gIBSUF>` +
  `<gIBSMun><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vIBSMun>0.00</vIBSMun></gIBSMun><vIBS>${ibs}</vIBS><vCredPres>0.00</vCredPres><vCredPresCondSus>0.00</vCredPresCondSus></gIBS>` +
  `<gCBS><vDif>0.00</vDif><vDevTrib>0.00</vDevTrib><vCBS>${cbs}</vCBS><vCredPres>0.00</vCredPres><vCredPresCondSus>0.00</vCredPresCondSus></gCBS></IBSCBSTot><vNFTot>${vNFTot}</vNFTot>`

interface Unusual {
  readonly note: TestNote
  readonly undecided?: readonly string[]
  /** Before it is signed: the text, wrong in one thing, and where that is told. */
  readonly wrong: readonly [change: (text: string) => string, path: string]
  /** To the text of the right note, before it is signed. */
  readonly shape?: (text: string) => string
}

const swap =
  (from: string | RegExp, to: string) =>
  (text: string): string => {
    const changed = text.replace(from, to)
    if (changed === text) throw new Error(`nothing to change: ${from}`)
    return changed
  }

/** Another issuer in the key than in the note, as where the authority writes notes for others. */
const keyOf = (text: string, CNPJ: string): string => {
  const at = (name: string): string => new RegExp(`<${name}>([^<]*)<`).exec(text)?.[1] ?? ''
  const date = at('dhEmi')
  const AAMM = date.slice(2, 4) + date.slice(5, 7)
  const key = composeAccessKey({
    cUF: at('cUF'),
    AAMM,
    CNPJ,
    mod: at('mod'),
    serie: at('serie'),
    nNF: at('nNF'),
    tpEmis: at('tpEmis'),
    cNF: at('cNF'),
  })
  return text.replace(/Id="NFe.{44}"/, `Id="NFe${key}"`).replace(/<cDV>\d</, `<cDV>${key.slice(43)}<`)
}

const cases: Readonly<Record<string, Unusual>> = {
  'a dinner with service, a discount, two cards and change': {
    note: {
      crt: '1',
      ide: { mod: '65' },
      items: [
        { prod: { qCom: '2.0000', vUnCom: '39.9', vProd: '79.80', vDesc: '3.99', vOutro: '7.58' }, tax: simples },
        { prod: { qCom: '0.3330', vUnCom: '89.90', vProd: '29.94', vDesc: '1.50', vOutro: '2.84' }, tax: simples },
      ],
      pag: `<pag>${paid(['03', '50.00'], ['03', '50.00'], ['01', '20.00'])}<vTroco>5.33</vTroco></pag>`,
      supplement,
    },
    wrong: [swap('<vTroco>5.33', '<vTroco>5.30'), 'pag/vTroco'],
  },
  'a wholesaler between states: adjusted margin, IPI in the base, FCP of the destination': {
    note: {
      to: 'RJ',
      items: [
        {
          prod: { CFOP: '6401', qCom: '10.0000', vUnCom: '100.00', vProd: '1000.00' },
          tax:
            '<ICMS><ICMS10><orig>0</orig><CST>10</CST><modBC>3</modBC><vBC>1000.00</vBC><pICMS>12.00</pICMS><vICMS>120.00</vICMS><modBCST>4</modBCST><pMVAST>51.59</pMVAST>' +
            '<vBCST>1591.70</vBCST><pICMSST>20.00</pICMSST><vICMSST>198.34</vICMSST><vBCFCPST>1591.70</vBCFCPST><pFCPST>2.00</pFCPST><vFCPST>31.83</vFCPST></ICMS10></ICMS>' +
            `<IPI><cEnq>999</cEnq><IPITrib><CST>50</CST><vBC>1000.00</vBC><pIPI>5.00</pIPI><vIPI>50.00</vIPI></IPITrib></IPI>${none}`,
        },
      ],
    },
    wrong: [swap('<vICMSST>198.34', '<vICMSST>200.34'), 'det[1]/imposto/ICMS/ICMS10/vICMSST'],
  },
  'a return of goods that came with IPI, by who pays by the Simples': {
    note: {
      crt: '1',
      ide: { finNFe: '4', natOp: 'DEVOLUCAO DE COMPRA' },
      items: [
        {
          prod: { CFOP: '5202' },
          tax: `<ICMS><ICMSSN900><orig>0</orig><CSOSN>900</CSOSN><modBC>3</modBC><vBC>100.00</vBC><pICMS>18.00</pICMS><vICMS>18.00</vICMS></ICMSSN900></ICMS>${none}`,
          after: '<impostoDevol><pDevol>100.00</pDevol><IPI><vIPIDevol>5.00</vIPIDevol></IPI></impostoDevol>',
        },
      ],
      pag: '<pag><detPag><tPag>90</tPag><vPag>0.00</vPag></detPag></pag>',
    },
    undecided: ['det[1]/impostoDevol/IPI/vIPIDevol'],
    wrong: [swap('<vNF>105.00', '<vNF>100.00'), 'total/ICMSTot/vNF'],
  },
  'IBS and CBS of the year of trial': {
    note: {
      items: [
        {
          tax:
            `<ICMS><ICMS00><orig>0</orig><CST>00</CST><modBC>3</modBC><vBC>100.00</vBC><pICMS>18.00</pICMS><vICMS>18.00</vICMS></ICMS00></ICMS>${none}` +
            '<IBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib><gIBSCBS><vBC>82.00</vBC><gIBSUF><pIBSUF>0.1000</pIBSUF><vIBSUF>0.08</vIBSUF></gIBSUF>' +
            '<gIBSMun><pIBSMun>0.0000</pIBSMun><vIBSMun>0.00</vIBSMun></gIBSMun><vIBS>0.08</vIBS><gCBS><pCBS>0.9000</pCBS><vCBS>0.74</vCBS></gCBS></gIBSCBS></IBSCBS>',
          after: '<vItem>100.00</vItem>',
        },
      ],
      moreTotals: reformTotals('82.00', '0.08', '0.74', '100.00'),
    },
    wrong: [swap('<pCBS>0.9000</pCBS>', '<pCBS>0.8800</pCBS>'), 'det[1]/imposto/IBSCBS/gIBSCBS/gCBS/pCBS'],
  },
  'no vNFTot beside the totals of IBS and CBS': {
    note: { crt: '3', items: [reformed], moreTotals: reformTotals('100.00', '0.10', '0.90', '100.00') },
    wrong: [swap('<vNFTot>100.00</vNFTot>', ''), 'total/vNFTot'],
  },
  'no vItem beside the totals of IBS and CBS': {
    note: { crt: '3', items: [reformed], moreTotals: reformTotals('100.00', '0.10', '0.90', '100.00') },
    wrong: [swap('<vItem>100.00</vItem>', ''), 'det[1]/vItem'],
  },
  'totals of IBS and CBS without any item’s': {
    note: { crt: '3', items: [reformed], moreTotals: reformTotals('100.00', '0.10', '0.90', '100.00') },
    wrong: [(text: string) => text.replace(/<gIBSCBS>.*?<\/gIBSCBS>/, ''), 'total/IBSCBSTot'],
  },
  'IBS and CBS in all': {
    note: {
      crt: '3',
      items: [1, 2].map(() => ({
        tax:
          `${untaxed}<IBSCBS><CST>000</CST><cClassTrib>000001</cClassTrib><gIBSCBS><vBC>100.00</vBC><gIBSUF><pIBSUF>0.1000</pIBSUF><vIBSUF>0.10</vIBSUF></gIBSUF>` +
          '<gIBSMun><pIBSMun>0.0000</pIBSMun><vIBSMun>0.00</vIBSMun></gIBSMun><vIBS>0.10</vIBS><gCBS><pCBS>0.9000</pCBS><vCBS>0.90</vCBS></gCBS></gIBSCBS></IBSCBS>',
        after: '<vItem>100.00</vItem>',
      })),
      moreTotals: reformTotals('200.00', '0.20', '1.80', '200.00'),
    },
    wrong: [swap('<vCBS>1.80</vCBS>', '<vCBS>0.90</vCBS>'), 'total/IBSCBSTot/gCBS/vCBS'],
  },
  'a filling station: fuel that was taxed once before': {
    note: {
      ide: { mod: '65' },
      items: [
        {
          prod: {
            NCM: '27101259',
            CFOP: '5656',
            qCom: '27.3450',
            vUnCom: '6.299',
            vProd: '172.25',
            more: '<comb><cProdANP>320102001</cProdANP><descANP>GASOLINA C COMUM</descANP><UFCons>SP</UFCons><encerrante><nBico>3</nBico><nTanque>1</nTanque><vEncIni>1000.000</vEncIni><vEncFin>1027.345</vEncFin></encerrante></comb>',
          },
          tax: `<ICMS><ICMS61><orig>0</orig><CST>61</CST><qBCMonoRet>27.3450</qBCMonoRet><adRemICMSRet>1.4700</adRemICMSRet><vICMSMonoRet>40.20</vICMSMonoRet></ICMS61></ICMS>${none}`,
        },
      ],
      supplement,
    },
    wrong: [swap(/<vICMSMonoRet>40.20/g, '<vICMSMonoRet>48.20'), 'det[1]/imposto/ICMS/ICMS61/vICMSMonoRet'],
  },
  'an export': {
    note: {
      to: 'EX',
      ide: { idDest: '3', natOp: 'EXPORTACAO' },
      items: [{ prod: { CFOP: '7102', qCom: '1000.0000', vUnCom: '12.3456789', vProd: '12345.68' }, tax: untaxed }],
      pag: '<pag><detPag><tPag>90</tPag><vPag>0.00</vPag></detPag></pag>',
      end: '<exporta><UFSaidaPais>SP</UFSaidaPais><xLocExporta>SANTOS</xLocExporta></exporta>',
    },
    wrong: [swap('<vUnCom>12.3456789', '<vUnCom>12.3556789'), 'det[1]/prod/vProd'],
  },
  'a farmer with a CPF': {
    note: { issuer: '<CPF>12345678909</CPF>', ide: { serie: '921' }, items: [{ prod: { CFOP: '5101' }, tax: untaxed }] },
    wrong: [text => keyOf(text, '98765432100'), '@Id'],
  },
  'a note that the authority wrote for somebody': {
    note: { ide: { serie: '890', procEmi: '1' }, items: [{ tax: untaxed }] },
    shape: text => keyOf(text, '46377222000129'),
    wrong: [swap('<procEmi>1</procEmi>', '<procEmi>1</procEmi><verProc>x</verProc>'), 'schema'],
  },
  'a consumer’s note of an outage, its QR code wrapped as other programs wrap it': {
    note: {
      crt: '1',
      ide: { mod: '65', tpEmis: '9', dhCont: '2026-09-10T12:00:00-03:00', xJust: 'SEM CONTATO COM A SEFAZ' },
      items: [{ tax: simples }],
    },
    wrong: [swap('<tpEmis>9<', '<tpEmis>1<'), '@Id'],
  },
  'a note of an outage, by the virtual authority': {
    note: {
      ide: { tpEmis: '6', dhCont: '2026-09-10T12:00:00-03:00', xJust: 'SEFAZ DE ORIGEM INDISPONIVEL' },
      items: [{ tax: untaxed }],
    },
    wrong: [swap('<vNF>100.00', '<vNF>99.00'), 'total/ICMSTot/vNF'],
  },
  'exempted tax that the price leaves out': {
    note: {
      items: [
        {
          tax: `<ICMS><ICMS40><orig>0</orig><CST>40</CST><vICMSDeson>18.00</vICMSDeson><motDesICMS>9</motDesICMS><indDeduzDeson>1</indDeduzDeson></ICMS40></ICMS>${none}`,
        },
      ],
    },
    undecided: ['det[1]/imposto/ICMS/ICMS40/vICMSDeson'],
    wrong: [swap('<vNF>82.00', '<vNF>100.00'), 'total/ICMSTot/vNF'],
  },
  'a complement of tax alone': {
    note: {
      ide: { finNFe: '2', natOp: 'COMPLEMENTO DE ICMS' },
      items: [
        {
          prod: { qCom: '0.0000', vUnCom: '0.00', vProd: '0.00' },
          tax: `<ICMS><ICMS00><orig>0</orig><CST>00</CST><modBC>3</modBC><vBC>55.56</vBC><pICMS>18.00</pICMS><vICMS>10.00</vICMS></ICMS00></ICMS>${none}`,
        },
      ],
      pag: '<pag><detPag><tPag>90</tPag><vPag>0.00</vPag></detPag></pag>',
    },
    undecided: ['det[1]/imposto/ICMS/ICMS00/vBC'],
    wrong: [swap(/<vICMS>10.00/g, '<vICMS>11.00'), 'det[1]/imposto/ICMS/ICMS00/vICMS'],
  },
  'staple food sold to another state, whose benefit lets less be deducted': {
    note: {
      to: 'MG',
      items: [
        {
          prod: { CFOP: '6401', vProd: '28.78', vUnCom: '28.78' },
          tax:
            '<ICMS><ICMS10><orig>0</orig><CST>10</CST><modBC>3</modBC><vBC>28.78</vBC><pICMS>12.00</pICMS><vICMS>3.45</vICMS><modBCST>4</modBCST><pMVAST>15.00</pMVAST>' +
            `<pRedBCST>61.11</pRedBCST><vBCST>12.87</vBCST><pICMSST>18.00</pICMSST><vICMSST>0.31</vICMSST></ICMS10></ICMS>${none}`,
        },
      ],
    },
    undecided: ['det[1]/imposto/ICMS/ICMS10/vICMSST'],
    wrong: [swap('<vICMSST>0.31', '<vICMSST>2.81'), 'det[1]/imposto/ICMS/ICMS10/vICMSST'],
  },
  'items in their order': {
    note: { items: [{ tax: untaxed }, { tax: untaxed }] },
    wrong: [swap('<det nItem="2">', '<det nItem="1">'), 'det[2]/@nItem'],
  },
  'a note with blanks, breaks and remarks, as a person saved it': {
    note: { items: [{ tax: untaxed }] },
    shape: text => text.replace(/></g, '>\r\n  <').replace('<emit>', '<!-- the shop -->\r\n<emit>'),
    wrong: [text => swap('<vProd>100.00</vProd>', '<vProd> 1e2 </vProd>')(text), 'schema'],
  },
  'a note without prefixes': {
    note: { items: [{ tax: untaxed }] },
    wrong: [text => text.replace(/<(\/?)(?=[a-zA-Z])/g, '<$1n:').replace('xmlns=', 'xmlns:n='), 'schema'],
  },
}

const shaped = ({ note, shape = text => text }: Unusual): string => {
  const text = noteText(note)
  return shape(text.replace('p=KEY', `p=${keyIn(text)}`))
}

test.each(Object.entries(cases))('%s is right', (_, one) => {
  const text = shaped(one)
  const offline = /<tpEmis>9</.test(text)
  const report = checkFile(schemas, 'note.xml', Buffer.from(signDocument(text, testSigningKey)))
  expect(report.schema.problems.filter(problem => !(offline && problem.includes('infNFeSupl')))).toEqual([])
  expect(report).toMatchObject({ keyDigit: true, signature: { valid: true } })
  // The test's certificate is a company's, of its own.
  const others = (note: TestNote): boolean => note.issuer !== undefined
  expect(report.recalculated.differences.filter(({ path }) => !(others(one.note) && path.startsWith('Signature')))).toEqual([])
  expect(report.recalculated.notDecidable.map(({ path }) => path)).toEqual(one.undecided ?? [])
})

test.each(Object.entries(cases))('%s, with one thing wrong, is told there', (_, one) => {
  const [change, place] = one.wrong
  const report = checkFile(schemas, 'note.xml', Buffer.from(change(shaped(one))))
  const schema = report.schema.problems.filter(problem => !problem.includes('Expected is one of ( infNFeSupl, Signature )'))
  if (place === 'schema') expect(schema).not.toEqual([])
  else expect(report.recalculated.differences.map(({ path }) => path)).toContain(place)
})
