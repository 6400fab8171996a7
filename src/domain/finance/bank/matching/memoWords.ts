import { foldedWords } from '../../../../base/text.ts'

/** Words that say how money moved, and nothing of what for. */
const movements = (
  'pagamento pagto pgto pagt pago enviado enviada env emitido emitida recebido recebida rec recebimento transferencia transf transfer boleto titulo pix ted ' +
  'doc tef banco conta corrente debito deb credito cred automatico aut cartao compra internet mobile eletronico eletronica cobranca deposito dep saque ' +
  'liquidacao liq referente ref agencia ag cc de da do em para por com via'
).split(' ')
const movementWords = new Set(movements)

/** With these, what nearly every company is called: they name nobody. */
const common = new Set([
  ...movements,
  ...(
    'fornecedor fornecedores tarifa comercio ltda eireli epp limitada sociedade distribuidora distribuidor alimentos alimenticios restaurante servicos servico produtos industria brasil ' +
    'pela pelo dos das mensal parcela nota fiscal'
  ).split(' '),
])

/** A memo without numbers, case and accents: what is the same every month. Empty where it says only how money moved. */
export function memoKey(memo: string): string {
  const words = foldedWords(memo).filter(word => !/\d/.test(word) && word.length > 1)
  return words.every(word => movementWords.has(word)) ? '' : words.join(' ').slice(0, 255)
}

/** The words of a name that tell it from others. */
export const tellingWords = (name: string): string[] =>
  foldedWords(name).filter(word => word.length > 3 && !common.has(word) && !/^\d+$/.test(word))

/** The first telling word that a memo's words have: banks cut words, so that five letters are enough of a longer one. */
export const wordAmong = (words: readonly string[], telling: readonly string[]): string | undefined =>
  telling.find(word =>
    words.some(said => said === word || (said.length > 4 && word.startsWith(said)) || (word.length > 4 && said.startsWith(word))),
  )

/** A memo without the marks of documents in it. */
export const withoutMarks = (memo: string): string => memo.replace(/(?<=\w)[./-](?=\w)/g, '').toUpperCase()

/** Whether a memo without marks has a CNPJ or CPF, or the root of a CNPJ. */
export function saysDocument(said: string, document: string): boolean {
  if (document.length < 11) return false
  if (said.includes(document)) return true
  const root = document.slice(0, 8)
  for (let at = document.length === 14 ? said.indexOf(root) : -1; at >= 0; at = said.indexOf(root, at + 1))
    if (at === 0 || !/\w/.test(said[at - 1] ?? '')) return true
  return false
}
