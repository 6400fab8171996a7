import { describe, expect, test } from 'vitest'
import { foldedWords } from '../../../../base/text.ts'
import { matchLines } from './matchLines.ts'
import { memoKey, saysDocument, tellingWords, withoutMarks, wordAmong } from './memoWords.ts'
import type { OpenBill, OpenLine, Proposal } from './proposal.ts'
import { proposalText } from './proposalWords.ts'

const line = (more: Partial<OpenLine> = {}): OpenLine => ({
  id: 1,
  day: '2026-11-05',
  cents: -10_000,
  memo: 'PAGTO BOLETO',
  key: 'pagto boleto',
  ...more,
})
const bill = (more: Partial<OpenBill> = {}): OpenBill => ({
  id: 1,
  direction: 'PAGAR',
  paid: false,
  day: '2026-11-05',
  cents: 10_000,
  text: 'Conta',
  partner: '',
  legalName: '',
  document: '',
  ...more,
})
const nothing = { bills: [], sales: [], receipts: [], memos: [] }
const propose = (lines: readonly OpenLine[], bills: readonly OpenBill[], more = {}) => [
  ...matchLines(lines, { ...nothing, bills, ...more }).values(),
]
const told = (proposal: Proposal | undefined): unknown =>
  proposal?.kind === 'CONTA'
    ? proposal.fit.bill.id
    : proposal?.kind === 'VARIAS'
      ? proposal.fits.map(fit => fit.bill.id)
      : proposal?.kind

describe('a line and the bills of its value', () => {
  test.each([
    ['the only one', {}, [bill()], 1],
    ['not another value', {}, [bill({ cents: 9_999 })], 'NENHUMA'],
    ['not the other direction', {}, [bill({ direction: 'RECEBER' })], 'NENHUMA'],
    ['what comes in is what was to be received', { cents: 10_000 }, [bill({ direction: 'RECEBER' }), bill({ id: 2 })], 1],
    ['paid late, within a month', { day: '2026-12-05' }, [bill()], 1],
    ['not later', { day: '2026-12-06' }, [bill()], 'NENHUMA'],
    ['paid early, within ten days', { day: '2026-10-26' }, [bill()], 1],
    ['not earlier', { day: '2026-10-25' }, [bill()], 'NENHUMA'],
    ['noted as paid some days from the bank', { day: '2026-11-09' }, [bill({ paid: true })], 1],
    ['not further from it', { day: '2026-11-11' }, [bill({ paid: true })], 'NENHUMA'],
    [
      'two alike: the nearest first, nothing chosen',
      {},
      [bill({ id: 2, day: '2026-11-03' }), bill({ id: 3, day: '2026-11-06' })],
      [3, 2],
    ],
    ['the nearer one where it is so by far', {}, [bill({ id: 2 }), bill({ id: 3, day: '2026-11-12' })], 2],
    [
      'whom the memo names',
      { memo: 'PIX ENVIADO ENEL' },
      [bill({ id: 2 }), bill({ id: 3, partner: 'Enel', day: '2026-11-12' })],
      3,
    ],
    [
      'whose document the memo has',
      { memo: 'PAGTO 11.222.333/0001-81' },
      [bill({ id: 2 }), bill({ id: 3, document: '11222333000181' })],
      3,
    ],
    [
      'what the memo speaks of',
      { memo: 'PAGTO ALUGUEL 11/26' },
      [bill({ id: 2 }), bill({ id: 3, text: 'Aluguel do imóvel' })],
      3,
    ],
    [
      'a name before a word',
      { memo: 'ALUGUEL HORIZONTE' },
      [bill({ id: 2, text: 'Aluguel' }), bill({ id: 3, partner: 'Horizonte' })],
      3,
    ],
  ])('%s', (_, of, bills, expected) => expect(told(propose([line(of)], bills)[0])).toEqual(expected))

  test('a bill is proposed to one line: to the one it fits best, and what is left to the others', () => {
    const lines = [line({ id: 1, day: '2026-11-08' }), line({ id: 2, memo: 'PIX ENEL' }), line({ id: 3, day: '2026-11-20' })]
    const proposals = matchLines(lines, {
      ...nothing,
      bills: [bill({ id: 7, partner: 'Enel' }), bill({ id: 8, day: '2026-11-09' })],
    })
    expect([1, 2, 3].map(id => told(proposals.get(id)))).toEqual([8, 7, 'NENHUMA'])
  })

  test('lines of many bills of one value end', () => {
    const many = Array.from({ length: 400 }, (_, at) => at)
    const proposals = propose(
      many.map(id => line({ id })),
      many.map(id => bill({ id })),
    )
    expect(new Set(proposals.map(({ kind }) => kind))).toEqual(new Set(['VARIAS']))
  })
})

test('the work of lines and bills of one value grows with them, and not with their product', () => {
  let looks = 0
  const counted = (id: number): OpenBill => ({
    ...bill({ id }),
    get paid() {
      looks += 1
      return false
    },
  })
  const looksAt = (count: number): number => {
    looks = 0
    const many = Array.from({ length: count }, (_, at) => at)
    propose(
      many.map(id => line({ id })),
      many.map(counted),
    )
    return looks
  }
  expect(looksAt(200)).toBe(200 * 200)
  expect(looksAt(8000)).toBeLessThanOrEqual(40_000)
})

test('of thousands of bills of one value those around the day of the line are compared', () => {
  const bills = Array.from({ length: 6000 }, (_, id) => bill({ id, day: id < 3000 ? '2026-10-20' : '2026-11-12' }))
  const lines = Array.from({ length: 6000 }, (_, id) => line({ id: id + 10 }))
  const [first] = propose(lines, [...bills, bill({ id: 9000 })])
  expect(first?.kind === 'VARIAS' ? first.fits[0]?.bill.id : told(first)).toBe(9000)
})

describe('a line without a bill', () => {
  const sales = { currencyId: 5, currency: 'Débito', day: '2026-11-04', delay: 1, gross: 10_000, net: 9_871 }
  const known = { key: 'pagto boleto', direction: 'PAGAR' as const, classification: 'Tarifas', partner: '' }

  test.each([
    ['the day’s sales less the fees', { cents: 9_871 }, { sales: [sales] }, 'VENDAS'],
    ['to a cent or two of rounding', { cents: 9_869 }, { sales: [sales] }, 'VENDAS'],
    ['and no more', { cents: 9_868 }, { sales: [sales] }, 'NENHUMA'],
    ['after a weekend', { cents: 9_871, day: '2026-11-09' }, { sales: [sales] }, 'VENDAS'],
    ['not before the acquirer pays', { cents: 9_871, day: '2026-11-04' }, { sales: [sales] }, 'NENHUMA'],
    [
      'a single Pix of the day before',
      { cents: 57_80, day: '2026-11-05' },
      { receipts: [{ currencyId: 1, currency: 'PIX', day: '2026-11-04', cents: 57_80 }] },
      'VENDAS',
    ],
    ['nothing that goes out', { cents: -9_871 }, { sales: [sales] }, 'NENHUMA'],
    ['what the same memo was', {}, { memos: [known] }, 'NOVA'],
    ['not what it was the other way', { cents: 10_000 }, { memos: [known] }, 'NENHUMA'],
    ['a memo of numbers says nothing', { key: '' }, { memos: [{ ...known, key: '' }] }, 'NENHUMA'],
  ])('%s', (_, of, more, expected) => expect(told(propose([line(of)], [], more)[0])).toBe(expected))
})

test('memos are compared by their words', () => {
  const wordIn = (memo: string, name: string) => wordAmong(foldedWords(memo), tellingWords(name))
  const hasDocument = (memo: string, document: string) => saysDocument(withoutMarks(memo), document)
  expect(memoKey('PIX ENVIADO 05/11 10:12 João da Silva 123')).toBe('pix enviado joao da silva')
  expect(['000123', 'PIX ENVIADO 05/11', 'Pagto de título 77'].map(memoKey)).toEqual(['', '', ''])
  expect(wordIn('PGTO DISTRIB ALVORAD LTDA', 'Distribuidora Alvorada Ltda')).toBe('alvorada')
  expect(wordIn('PAGAMENTO FORNECEDOR LTDA', 'Pagamento Comércio Ltda')).toBeUndefined()
  expect(hasDocument('BOLETO 11222333', '11222333000181')).toBe(true)
  expect(hasDocument('BOLETO 911222333', '11222333000181')).toBe(false)
  expect(hasDocument('CPF 123.456.789-09', '12345678909')).toBe(true)
})

test('a proposal says its reason by codes of messages', () => {
  const [proposal] = propose([line({ memo: 'PIX ENEL', day: '2026-11-07' })], [bill({ text: 'Energia', partner: 'Enel' })])
  const say = (code: string, params = {}): string => `${code}${JSON.stringify(params)}`
  expect(proposal && proposalText(proposal, say)).toBe(
    'Energia · Enel: bank.why-value{}, bank.why-due-before{"count":2,"day":"05/11/2026"}, bank.why-said-partner{"word":"enel"}',
  )
})
