import fc from 'fast-check'
import { tidyBlanks } from '../../../src/base/text.ts'
import { digitTexts, fieldOfKind, fieldOfRefinement, type KindCase } from './kindCase.ts'

/** Well-formed trimmed text of up to `most` characters. */
const plain = (most: number): fc.Arbitrary<string> =>
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: Math.floor(most / 4) || 1 })
    .map(text => text.normalize('NFC').replace(/\p{C}/gu, '').trim())
    .filter(text => text !== '')

export const textCases: readonly KindCase[] = [
  {
    name: 'text',
    o: fieldOfKind('text', { minLength: 1, maxLength: 100 }),
    values: plain(100)
      .map(text => tidyBlanks(text).trim())
      .filter(text => text !== ''),
    reads: [
      ['  Pão de queijo ', 'Pão de queijo'],
      ['Pão\u00a0 de\u200b queijo', 'Pão de queijo'],
      ['a\u0000b', 'ab'],
    ],
    refuses: [['x'.repeat(101), 'too-long']],
  },
  {
    name: 'text with a pattern',
    o: fieldOfKind('text', { pattern: '^(\\d+|ISENTO)$', messages: { pattern: 'ie-invalid' } }),
    values: digitTexts(1, 14),
    refuses: [['12.3', 'ie-invalid']],
  },
  {
    name: 'payment',
    o: fieldOfRefinement('payment', { maxLength: 60 }),
    values: fc.constantFrom('Dinheiro', 'PIX', 'Cartão de crédito', 'Vale-refeição', 'Conta do cliente'),
    reads: [[' Cartão  de crédito ', 'Cartão de crédito']],
    refuses: [['x'.repeat(61), 'too-long']],
  },
  {
    name: 'lines',
    o: fieldOfRefinement('lines', { maxLength: 500 }),
    values: fc.array(plain(60), { minLength: 1, maxLength: 4 }).map(lines => lines.join('\n')),
    reads: [['a\r\nb', 'a\nb']],
  },
  {
    name: 'trace',
    o: fieldOfRefinement('trace', { maxLength: 500 }),
    values: plain(60),
    reads: [['{"a": 1}', '{"a": 1}']],
    refuses: [['x'.repeat(501), 'too-long']],
  },
  {
    name: 'secret',
    o: fieldOfRefinement('secret'),
    values: plain(40),
    lossy: true,
    reads: [[' a b ', ' a b ']],
    shows: [['abc', '••••••']],
  },
  {
    name: 'certificate',
    o: fieldOfRefinement('certificate'),
    values: fc
      .uint8Array({ minLength: 1, maxLength: 60 })
      .map(bytes => `data:application/x-pkcs12;base64,${Buffer.from(bytes).toString('base64')}`),
    refuses: [
      ['/files/1/a.pfx', 'certificate.file'],
      ['data:text/plain,abc', 'certificate.file'],
    ],
  },
  {
    name: 'xmlFiles',
    o: fieldOfRefinement('xmlFiles'),
    values: fc
      .array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 3 })
      .map(files => files.map(bytes => `data:text/xml;base64,${Buffer.from(bytes).toString('base64')}`).join('\n')),
    refuses: [['nota.xml', 'received.file-type']],
  },
  {
    name: 'statementFiles',
    o: fieldOfRefinement('statementFiles'),
    values: fc
      .array(fc.uint8Array({ minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 3 })
      .map(files => files.map(bytes => `data:application/x-ofx;base64,${Buffer.from(bytes).toString('base64')}`).join('\n')),
    refuses: [['extrato.ofx', 'bank.file-type']],
  },
  {
    name: 'color',
    o: fieldOfRefinement('color'),
    values: fc.constantFrom('#00ff7a', '#ffffff'),
    reads: [['#1F7A6B', '#1f7a6b']],
    refuses: [['red', 'colour-invalid']],
  },
  {
    name: 'email',
    o: fieldOfRefinement('email'),
    values: fc.constantFrom('admin@demo.com.br', 'joao.silva+loja@exemplo.com', 'ação@correio.com.br'),
    reads: [[' Dono@Demo.com.br ', 'dono@demo.com.br']],
    refuses: [
      ['demo.com.br', 'email-invalid'],
      ['a@b', 'email-invalid'],
      ['a b@c.com', 'email-invalid'],
      ['a@b..com', 'email-invalid'],
    ],
  },
  {
    name: 'url',
    o: fieldOfRefinement('url'),
    values: fc.webUrl(),
    refuses: [
      ['www.exemplo.com', 'url-invalid'],
      ['javascript:alert(1)', 'url-invalid'],
    ],
  },
  {
    name: 'image',
    o: fieldOfKind('image'),
    values: fc.constantFrom('/files/1/produtos/0b/pao.webp', 'https://exemplo.com/a.png'),
    refuses: [
      ['javascript:alert(1)', 'image-invalid'],
      ['/etc/passwd', 'image-invalid'],
      ['data:text/html,x', 'image-invalid'],
    ],
  },
]
