import { chakra } from '@chakra-ui/react/styled-system'
import { type FormEvent, useRef, useState } from 'react'
import type { AskedField, VisitReply } from '../../../api/visit.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { describedBy, FormField } from '../../../controls/fields/FormField.tsx'
import { asValue } from '../../../kinds/asValue.ts'
import { KindInput } from '../../../kinds/inputs.ts'
import type { Value, ValueProblem } from '../../../kinds/kind.ts'
import type { CallError } from '../../data/api.ts'
import { useTranslate } from '../../data/session.tsx'
import { useUnsavedChangesPrompt } from '../../router/useUnsavedChangesPrompt.ts'
import { VisitRowList } from './VisitFacts.tsx'

/** A control that is wrong, or the first one of a group that is. */
const firstInvalid = ':is([aria-invalid="true"], [aria-invalid="true"] *):is(input, select, textarea, button)'

interface Props {
  readonly reply: VisitReply
  readonly answer: NonNullable<VisitReply['resposta']>
  readonly busy: boolean
  /** Sends what was filled; gives the refusal, if it is one of fields. */
  readonly send: (values: Readonly<Record<string, unknown>>) => Promise<CallError | undefined>
}

/** The form of a visitor's link: cells of the rows, and fields of the record, sent once. */
export function VisitAnswer({ reply: { linhas, passos }, answer, busy, send }: Props) {
  const say = useTranslate()
  const box = useRef<HTMLFormElement>(null)
  const state = useAnswer({ linhas, resposta: answer })
  useUnsavedChangesPrompt(state.dirty && !busy)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (!state.isUnread) state.refuse(await send(state.values()))
    requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(firstInvalid)?.focus())
  }
  const control = (field: AskedField, path: string, help = field.help) => {
    const id = `campo-${path}`
    const problem = state.problems[path]
    const error = problem === undefined || typeof problem === 'string' ? problem : say(problem.code, problem.params)
    return (
      <FormField id={id} label={field.title} required={field.required} help={help} error={error}>
        <KindInput
          id={id}
          field={field}
          value={state.valueAt(path)}
          onChange={(value, unread) => state.change(path, value, unread)}
          invalid={error !== undefined}
          describedBy={describedBy(id, { help, error })}
        />
      </FormField>
    )
  }
  const ofRows = state.problems[state.list]
  return (
    <chakra.form ref={box} noValidate onSubmit={event => void submit(event)}>
      <chakra.fieldset disabled={busy} border="none" p="0" minWidth="0" display="flex" flexDirection="column" gap="4">
        {linhas ? (
          <VisitRowList
            rows={linhas}
            below={(_, index) =>
              answer.colunas.map(field => (
                // The help of a column is read once, at the first row.
                <div key={field.name}>
                  {control(field, `${state.list}.${index}.${field.name}`, index === 0 ? field.help : '')}
                </div>
              ))
            }
          />
        ) : null}
        {typeof ofRows === 'string' ? <Banner tone="danger">{ofRows}</Banner> : null}
        {answer.campos.map(field => (
          <div key={field.name}>{control(field, field.name)}</div>
        ))}
        <Button type="submit" look="solid" width="100%">
          {passos.find(({ id }) => id === answer.passo)?.titulo}
        </Button>
      </chakra.fieldset>
    </chakra.form>
  )
}

type Problems = Readonly<Record<string, ValueProblem | string>>

/** The values by their places: `entrega`, `itens.0.preco`. */
function useAnswer({ linhas, resposta }: { readonly linhas: VisitReply['linhas']; readonly resposta: Props['answer'] }) {
  const { lista: list } = resposta
  const [typed, setTyped] = useState<Readonly<Record<string, Value>>>({})
  const [problems, setProblems] = useState<Problems>({})
  const stored = (path: string): unknown => {
    const [name = '', index, column = ''] = path.split('.')
    return index === undefined ? resposta.valores[name] : linhas?.itens[Number(index)]?.valores[column]
  }
  const valueAt = (path: string): Value => (Object.hasOwn(typed, path) ? (typed[path] ?? null) : asValue(stored(path)))
  return {
    list,
    problems,
    dirty: Object.keys(typed).length > 0,
    isUnread: Object.values(problems).some(problem => typeof problem !== 'string'),
    valueAt,
    change(path: string, value: Value, unread: ValueProblem | undefined): void {
      setTyped(now => ({ ...now, [path]: value }))
      setProblems(({ [path]: _, [list]: __, ...others }) => (unread ? { ...others, [path]: unread } : others))
    },
    refuse: (error: CallError | undefined): void =>
      setProblems(Object.fromEntries((error?.details ?? []).map(({ path, message }) => [path, message]))),
    values: (): Record<string, unknown> => ({
      ...Object.fromEntries(resposta.campos.map(({ name }) => [name, valueAt(name)])),
      ...(linhas && list !== ''
        ? {
            [list]: linhas.itens.map(({ id }, index) => ({
              id,
              ...Object.fromEntries(resposta.colunas.map(({ name }) => [name, valueAt(`${list}.${index}.${name}`)])),
            })),
          }
        : {}),
    }),
  }
}
