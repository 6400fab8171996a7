import { type ReactNode, useEffect, useState } from 'react'
import type { InputProps } from '../../../kinds/controlProps.ts'
import { Input as TextInput } from '../../../kinds/text/input.tsx'
import { isTextInput } from '../../../kinds/typedText.ts'
import { lazyListCode, loadedInputs } from '../lazyListCode.ts'

/**
 * The input of a cell. Those of all kinds come after the first rows; what is typed as text can be typed at once, and keeps the
 * input it started with.
 */
export function CellInput(props: InputProps): ReactNode {
  const [inputs, setInputs] = useState(loadedInputs)
  const waits = inputs === undefined && !isTextInput(props.field)
  useEffect(() => {
    if (!waits) return
    let current = true
    void lazyListCode.inputs().then(loaded => current && setInputs(loaded))
    return () => {
      current = false
    }
  }, [waits])
  if (waits) return null
  return inputs ? <inputs.KindInput {...props} /> : <TextInput {...props} />
}
