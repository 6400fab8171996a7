import type { Translate } from '../../model/formatMessage.ts'

/** The button that leaves a question alone: 'Voltar', never a word that may also name the deed, as 'Cancelar' does. */
export function dismissText(say: Translate, answer: string): string {
  const usual = say('back')
  return usual === answer ? say('close') : usual
}
