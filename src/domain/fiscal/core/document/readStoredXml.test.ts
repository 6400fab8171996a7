import { expect, test } from 'vitest'
import { childrenOf, elementAt, textAt } from './documentElement.ts'
import { readStoredXml } from './readStoredXml.ts'

test('elements lose their prefixes, keep their order and, of attributes, Id', () => {
  const root = readStoredXml(
    `<?xml version="1.0"?>\n<!-- kept --><n:nfeProc xmlns:n="urn:x" versao="4.00">\n <n:NFe><infNFe\n versao="4.00" Id="NFe35"><det nItem="1"/><det/><total>
     <vNF>10.00</vNF> </total></infNFe></n:NFe></n:nfeProc>`,
  )
  expect(root).toMatchObject({ name: 'nfeProc', attributes: {}, text: '' })
  const info = elementAt(root, 'NFe/infNFe')
  expect(info?.attributes).toEqual({ Id: 'NFe35' })
  expect(info?.children.map(({ name }) => name)).toEqual(['det', 'det', 'total'])
  expect([childrenOf(info, 'det').length, textAt(info, 'total/vNF')]).toEqual([2, '10.00'])
})

test.each([`<a Id='NFe35'/>`, `<a Id = "NFe35" b='1'/>`, `<a xId="x" Id="NFe35"><b/></a>`])(
  'Id is read however it is written: %s',
  text => {
    expect(readStoredXml(text).attributes).toEqual({ Id: 'NFe35' })
  },
)

test('texts are those that were meant', () => {
  const said = (inside: string) => textAt(readStoredXml(`<a><b>${inside}</b></a>`), 'b')
  expect(said('P&amp;B &lt;1&gt; &#231;&#xE3; &quot;x&quot; &nada;')).toBe('P&B <1> çã "x" &nada;')
  expect(said('<![CDATA[<http://x?a=1&b=2>]]>')).toBe('<http://x?a=1&b=2>')
  expect(said('um <!-- <b> --> só')).toBe('um  só')
  expect(said('  \n ')).toBeUndefined()
})

test.each(['', 'nada', '<', '<a', '<a>', '<a><b>1</b>', '</a>', '<a><![CDATA[x', '<a><!-- x', '<?xml'])(
  '%j, which is no document, ends all the same',
  text => {
    expect(readStoredXml(text).children.length).toBeLessThan(2)
  },
)
