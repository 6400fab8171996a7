import type { ComponentType } from 'react'
import { asValue } from '../../../kinds/asValue.ts'
import type { InputProps } from '../../../kinds/controlProps.ts'
import type { Value, ValueProblem } from '../../../kinds/kind.ts'
import { referenceSearching } from '../../../kinds/reference/referenceSearching.ts'
import type { Translate } from '../../../model/formatMessage.ts'
import type { CellEditorProps } from '../gridContext.ts'

interface Props<Row> extends Pick<InputProps, 'field' | 'label' | 'onLost' | 'record'> {
  readonly edit: CellEditorProps<Row>
  /** The control of the field's kind. */
  readonly input: ComponentType<InputProps>
  /** Returns the problem of a value that could be read. */
  check?(value: Value): ValueProblem | undefined
  readonly say: Translate
}

/** The editor of a cell that holds a field's value, in lists and in child lists: the input of the field's kind, told to the grid. */
export function FieldEditor<Row>({ edit, input: Input, check, say, ...shown }: Props<Row>) {
  const { row: _, column: __, value, onChange, onType, onOpen, ...cell } = edit
  const told = (tell: typeof onChange) => (next: Value, problem?: ValueProblem, text?: string) => {
    // Which record is meant by the text is still being looked up.
    if (problem?.code === referenceSearching && text !== undefined) return onOpen(text, say(problem.code, problem.params))
    const wrong = problem ?? check?.(next)
    tell(next, wrong && say(wrong.code, wrong.params))
  }
  return <Input {...cell} {...shown} compact autoFocus value={asValue(value)} onChange={told(onChange)} onType={told(onType)} />
}
