import type { Translate } from '../../model/formatMessage.ts'

/** The button that leaves a question alone: never by the name of the one that answers it, which may be 'Cancelar' itself. */
export function dismissText(say: Translate, answer: string): string {
  const usual = say('cancel')
  return usual === answer ? say('back') : usual
}
