import { expect, test } from 'vitest'
import { mailHtml } from './mailHtml.ts'

const link = 'https://x.br/confirmacao?t=a&reset=true'

test('paragraphs, a button for the link, and nothing of the text is markup', () => {
  const html = mailHtml(`Olá, <b>Ana</b>\n& Cia.\n\n${link}\n\nFim`, 'Criar "senha"', link)
  expect(html).toContain('<p>Olá, &#60;b&#62;Ana&#60;/b&#62;<br>&#38; Cia.</p>')
  expect(html).toContain('<a href="https://x.br/confirmacao?t=a&#38;reset=true"')
  expect(html).toContain('>Criar &#34;senha&#34;</a>')
})

test('an address that is not the link of the letter is no button, be it alone', () => {
  const html = mailHtml(`Oi\n\nhttps://evil.example/login\n\n${link}`, 'Entrar', link)
  expect(html.match(/<a /g)).toHaveLength(1)
  expect(html).toContain('<p>https://evil.example/login</p>')
  expect(mailHtml('https://evil.example/login', 'Entrar')).not.toContain('<a ')
})
