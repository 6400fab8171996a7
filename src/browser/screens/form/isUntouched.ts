import type { ScreenForm } from '../../../model/model.ts'
import type { ScreenFormState } from './useScreenForm.ts'

/** Tells whether the form's button waits for something to be typed. */
export const isUntouched = ({ onceEdited }: ScreenForm, { dirty }: Pick<ScreenFormState, 'dirty'>): boolean =>
  onceEdited === true && !dirty
