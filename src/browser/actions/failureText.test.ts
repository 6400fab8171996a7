import { expect, test } from 'vitest'
import { failureText } from './failureText.ts'

const reason = 'Não é possível excluir: está em uso em Produtos (94).'

test.each([
  ['Erro ao excluir.', `Erro ao excluir. ${reason}`],
  ['Erro ao deletar acesso', `Erro ao deletar acesso. ${reason}`],
  [`Ocorreu um erro. ${reason}`, `Ocorreu um erro. ${reason}`],
  [reason, reason],
])('the reason is told after "%s", once', (what, told) => expect(failureText(what, reason)).toBe(told))

test('without a reason the text stands alone', () => expect(failureText('Erro ao excluir.', '')).toBe('Erro ao excluir.'))
