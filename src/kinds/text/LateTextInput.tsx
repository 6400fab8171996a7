import type { InputProps } from '../controlProps.ts'
import FileTextInput from './FileTextInput.tsx'
import { SecretInput } from './SecretInput.tsx'

/** Inputs of texts that no list needs: they come with the first form that has one. */
export default function LateTextInput(props: InputProps) {
  return props.field.refine?.look === 'file' ? <FileTextInput {...props} /> : <SecretInput {...props} />
}
