import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import '../../../../tests/fixedSeed.ts'
import {
  calculateNote,
  findTaxClass,
  type NoteDocument,
  type NoteHeader,
  type NoteItem,
  type NoteProduct,
  supplementNote,
  writeNote,
} from '../../../domain/fiscal/core/public.ts'
import { testCompany, testSigningKey } from '../fixtures/testSigningKey.ts'
import { SchemaRoom } from '../schema/schemaRoom.ts'
import { signDocument } from '../signature/signDocument.ts'
import { checkFile } from './checkFile.ts'

/** Whatever a note is written from, its text is valid, signed, and right when it is worked out again. */

const room = new SchemaRoom()
afterAll(() => room[Symbol.dispose]())

/** Names as people type them: of any alphabet, with blanks, quotes and signs. */
const typed = fc.oneof(
  fc.constantFrom('Café “coado” – 200 ml', 'Pão de queijo & suco <gelado>', '  Açaí\n 🍓 500g ', '咖啡', "D'água"),
  fc.string({ minLength: 1, maxLength: 300 }),
)
const place = (uf: string) => ({
  logradouro: 'Rua das Laranjeiras',
  numero: '',
  bairro: 'Centro',
  codigo_municipio: '3550308',
  cidade: 'São Paulo',
  uf,
  cep: '01001-000',
  telefone: '(11) 3333-4444',
})
const product: fc.Arbitrary<NoteProduct> = fc.record({
  codigo: fc.nat({ max: 999_999 }).map(String),
  gtin: fc.constantFrom(undefined, '7891000315507'),
  descricao: typed,
  ncm: fc.constantFrom('21069090', '22021000', '00'),
  cest: fc.constantFrom(undefined, '0300700'),
  cfop: fc.constantFrom('5102', '5405'),
  unidade: fc.constantFrom('UN', 'KG', 'caixa com 12', ''),
  total_tributos: fc.constantFrom(undefined, 1.23),
  informacao: fc.constantFrom(undefined, 'sem cebola\nsem sal'),
})
const some = <T>(...values: T[]) => fc.constantFrom(...values)
const rates = {
  quantidade: fc.integer({ min: 1, max: 200_000 }).map(n => n / 1000),
  valor_unitario: fc.integer({ min: 10_000, max: 5_000_000 }).map(n => n / 10_000),
  icms_alq: some(4, 7, 12, 18, 20.5),
  icms_red_bc: some(0, 10, 33.33, 61.1111),
  icms_dif_alq: some(10, 33.3333, 100),
  icms_st_mva: some(0, 40, 71.35, 130),
  icms_st_red_bc: some(0, 12.5),
  icms_st_alq: some(18, 20.5, 25),
  fcp_alq: some(0, 2),
  fcp_st_alq: some(0, 2),
  cred_sn_alq: some(1.25, 3.99),
  pis_cst: some('', '01', '06', '49', '99'),
  pis_alq: some(0.65, 1.65),
  cofins_cst: some('', '01', '06', '49', '99'),
  cofins_alq: some(3, 7.6),
  ibscbs_cclasstrib: some('000001', '200034', '410001'),
}
const normal = fc.record({
  ...rates,
  icms_cst: some('00', '10', '20', '30', '40', '41', '50', '51', '60', '70', '90'),
  ipi_cst: some('50', '53'),
  ipi_alq: some(0, 5, 9.75),
})
const simples = fc.record({ ...rates, icms_cst: some('101', '102', '103', '201', '202', '203', '300', '400', '500', '900') })
const header = fc.record({
  emitida_em: fc.constant('2026-09-10'),
  uf_emitente: fc.constant('SP'),
  uf_destinatario: fc.constant('SP'),
  consumidor: fc.constant(true),
  identificador_ie_dest: fc.constant(9 as const),
  pis_cofins_sem_icms: fc.boolean(),
  total_desconto: some(0, 0.07, 0.5),
  total_outro: some(0, 3.33),
})
const whole = fc.record({
  header,
  modelo: some('55' as const, '65' as const),
  ambiente: some(1 as const, 2 as const),
  buyer: some(undefined, '12345678909', '11444777000161', '12ABC34501DE35'),
  meio: some('01', '03', '04', '17', '99'),
  informacao_adicional: fc.constantFrom(undefined, 'Volte sempre!\n  Wi-Fi: café123 '),
  nome: typed,
})

type Said = typeof whole extends fc.Arbitrary<infer T> ? T : never

function documentOf(
  { header: of, buyer, nome, meio, ...said }: Said,
  regime: 1 | 3,
  lines: readonly (readonly [NoteProduct, NoteItem])[],
): NoteDocument {
  const isConsumer = said.modelo === '65'
  const noteHeader: NoteHeader = { ...of, regime, emitida_em: '2026-09-10' }
  const itens = lines.map(([, { ipi_cst, ...item }]) => (isConsumer || !ipi_cst ? item : { ...item, ipi_cst }))
  const calculo = calculateNote(noteHeader, itens, findTaxClass)
  expect(calculo.problems).toEqual([])
  const needed = isConsumer ? undefined : '12345678909'
  const cnpj = buyer ?? needed
  return {
    ...said,
    cnf: '81782249',
    serie: 1,
    numero: 1305,
    emitida_em: '2026-09-10T12:30:00-03:00',
    natureza_operacao: 'VENDA',
    tipo_doc: 1,
    identificador_operacao: 1,
    finalidade: 1,
    presenca: 1,
    tipo_emissao: 1,
    modo_frete: 9,
    emitente: {
      cnpj: testCompany,
      razao_social: `Restaurante ${nome}`,
      inscricao_estadual: '123456789012',
      endereco: place('SP'),
    },
    destinatario: cnpj === undefined ? undefined : { cnpj, nome, ...(isConsumer ? {} : { endereco: place('SP') }) },
    produtos: lines.map(([one]) => one),
    header: noteHeader,
    itens,
    calculo,
    findClass: findTaxClass,
    pagamentos: [{ meio, valor: calculo.totals.total_nota + 10, descricao: 'Vale' }],
    troco: 10,
    programa: 'Retaguarda 1.0',
  }
}

const address = 'https://www.homologacao.nfce.fazenda.sp.gov.br/qrcode?p=35260912ABC34500018865001000001305181782249'

function holds(note: NoteDocument): void {
  const { text, key } = writeNote(note)
  const code = `${address.slice(0, address.indexOf('p=') + 2)}${key}|3|${note.ambiente}`
  const supplemented = note.modelo === '65' ? supplementNote(text, code, 'www.nfce.fazenda.sp.gov.br/consulta') : text
  const report = checkFile(room, 'note.xml', Buffer.from(signDocument(supplemented, testSigningKey)))
  expect(report.schema.problems).toEqual([])
  expect(report).toMatchObject({ model: note.modelo, key, keyDigit: true, signature: { valid: true } })
  expect(report.recalculated.differences).toEqual([])
}

const linesOf = (item: fc.Arbitrary<NoteItem>) => fc.array(fc.tuple(product, item), { minLength: 1, maxLength: 5 })

test('written notes of the normal regime are valid and hold when they are worked out again', () => {
  fc.assert(
    fc.property(whole, linesOf(normal), (said, lines) => holds(documentOf(said, 3, lines))),
    { numRuns: 60 },
  )
})

test('written notes of the Simples Nacional are, too', () => {
  fc.assert(
    fc.property(whole, linesOf(simples), (said, lines) => holds(documentOf(said, 1, lines))),
    { numRuns: 60 },
  )
})

test('a note that is issued offline says since when and why', () => {
  const [said] = fc.sample(whole, 1)
  const [line] = fc.sample(fc.tuple(product, simples), 1)
  if (!said || !line) throw new Error('nothing was drawn')
  const contingencia = { desde: '2026-09-10T12:00:00-03:00', motivo: 'Sem resposta da autoridade fiscal' }
  const note = { ...documentOf({ ...said, modelo: '65' }, 1, [line]), tipo_emissao: 9, contingencia }
  const { text, key } = writeNote(note)
  expect(key[34]).toBe('9')
  expect(text).toContain('<dhCont>2026-09-10T12:00:00-03:00</dhCont><xJust>Sem resposta da autoridade fiscal</xJust></ide>')
})
