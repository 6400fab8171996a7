import { expect, test } from 'vitest'
import { mailHtml } from './mailHtml.ts'

test('paragraphs, a button for the link, and nothing of the text is markup', () => {
  const html = mailHtml('Olá, <b>Ana</b>\n& Cia.\n\nhttps://x.br/confirmacao?t=a&reset=true\n\nFim', 'Criar "senha"')
  expect(html).toContain('<p>Olá, &#60;b&#62;Ana&#60;/b&#62;<br>&#38; Cia.</p>')
  expect(html).toContain('<a href="https://x.br/confirmacao?t=a&#38;reset=true"')
  expect(html).toContain('>Criar &#34;senha&#34;</a>')
})
