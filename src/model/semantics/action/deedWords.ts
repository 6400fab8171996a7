import type { JsonPath } from '../../source/source.ts'
import type { Checker } from '../checker.ts'

/** Words that alone may as well leave a question as answer it. */
const unclearWords = /^(cancelar|voltar|sair|fechar|confirmar|continuar|ok|sim|não)$/i

/**
 * Checks that buttons say their deed: 'Cancelar' beside 'Voltar' is read as the way out. `buttons` holds the texts of what acts, by their dotted
 * places under `path`; buttons that leave are not among them.
 */
export function checkDeedWords(checker: Checker, path: JsonPath, buttons: Readonly<Record<string, string | undefined>>): void {
  for (const [place, text] of Object.entries(buttons))
    if (text !== undefined && unclearWords.test(text.trim()))
      checker.add(
        [...path, ...place.split('.')],
        'deed-unnamed',
        `"${text}" alone may also leave: a button names its deed, as "${text} a venda" does.`,
      )
}
