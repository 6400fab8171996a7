import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { decodeXml, maxXmlBytes } from './decodeXml.ts'
import { parseXml } from './parseXml.ts'
import { readElement } from './readElement.ts'
import { unzipBase64 } from './unzip.ts'
import { XmlRefusal } from './xmlRefusal.ts'

const read = (bytes: string | Uint8Array) => {
  using document = parseXml(decodeXml(typeof bytes === 'string' ? Buffer.from(bytes) : bytes).text)
  return readElement(document.root)
}

const lol = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join('')

test.each([
  ['a file of the machine', '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/hostname">]><a>&x;</a>'],
  ['an address', '<!DOCTYPE a SYSTEM "http://127.0.0.1:1/x.dtd"><a/>'],
  ['entities in entities', `<!DOCTYPE a [<!ENTITY l0 "lol">${lol}]><a>&l9;</a>`],
  ['an entity in an attribute', '<!DOCTYPE a [<!ENTITY x "y">]><a b="&x;"/>'],
  ['a parameter entity', '<!DOCTYPE a [<!ENTITY % x SYSTEM "file:///etc/passwd">%x;]><a/>'],
  ['a document type in other letters', '<!doctype a><a/>'],
  ['an unknown entity', '<a>&x;</a>'],
  ['levels without end', '<a>'.repeat(5000)],
  ['more levels than any document', '<a>'.repeat(100) + '</a>'.repeat(100)],
  ['no XML', 'nota fiscal'],
  ['nothing', ''],
  ['half a document', '<NFe><infNFe>'],
  ['two roots', '<a/><b/>'],
  ['a zero byte', '<a>\u0000</a>'],
  ['an unknown encoding', '<?xml version="1.0" encoding="EBCDIC-CP-BE"?><a/>'],
])('%s is refused', (_, text) => {
  expect(() => read(text)).toThrow(XmlRefusal)
})

test('the same hidden in UTF-16 is refused', () => {
  expect(() => read(Buffer.from('\ufeff<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'utf16le'))).toThrow(XmlRefusal)
})

test('what is too large is refused, packed or not', () => {
  expect(() => read(Buffer.alloc(maxXmlBytes + 1, 32))).toThrow(XmlRefusal)
  const bomb = gzipSync(Buffer.alloc(maxXmlBytes * 4)).toString('base64')
  expect(bomb.length).toBeLessThan(200_000)
  expect(() => unzipBase64(bomb)).toThrow(/unpacks to more/)
  expect(() => unzipBase64('no gzip')).toThrow(XmlRefusal)
})

test.each([
  ['a byte order mark', Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-8"?><a>ação</a>')],
  ['blanks before the declaration', Buffer.from('\n  <?xml version="1.0" encoding="utf-8"?>\n<a>ação</a>\n\n')],
  ['Latin-1', Buffer.from('<?xml version="1.0" encoding="ISO-8859-1"?><a>ação</a>', 'latin1')],
  ['UTF-16', Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?><a>ação</a>', 'utf16le')],
  ['no declaration', Buffer.from('<a>ação</a>')],
])('%s is read', (_, bytes) => {
  expect(read(bytes).text).toBe('ação')
})

test('bytes that are no UTF-8 are read, and told', () => {
  const bytes = Buffer.from('<?xml version="1.0" encoding="UTF-8"?><a>ação</a>', 'latin1')
  expect(read(bytes).text).toBe('ação')
  expect(decodeXml(bytes).problems).toHaveLength(1)
})
