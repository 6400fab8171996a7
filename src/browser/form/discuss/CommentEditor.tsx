import { chakra } from '@chakra-ui/react/styled-system'
import { useId, useState } from 'react'
import type { CommentPerson, CommentReply } from '../../../api/comment.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { describedBy, FormField } from '../../../controls/fields/FormField.tsx'
import { useTranslate } from '../../data/session.tsx'
import { readStorage, writeStorage } from '../../data/storage.ts'
import type { CommentCalls } from './commentCalls.ts'
import { MentionBox } from './MentionBox.tsx'
import { stillNamed } from './mentionText.ts'
import { TaskFields, type TaskValues } from './TaskFields.tsx'

interface Props {
  readonly label: string
  /** Under which what was typed is kept in this browser until it is sent. */
  readonly kept: string
  readonly calls: CommentCalls
  /** The comment that is changed, or answered. */
  readonly changes?: CommentReply
  readonly answers?: string
  readonly autoFocus?: boolean
  onDone?(): void
}

/** Where a comment is written, answered or changed. */
export function CommentEditor({ label, kept, calls, changes, answers, autoFocus = false, onDone }: Props) {
  const say = useTranslate()
  const id = useId()
  const [text, setText] = useState(() => readStorage(kept) ?? changes?.texto ?? '')
  const [people, setPeople] = useState<readonly CommentPerson[]>(changes?.mencoes ?? [])
  const [task, setTask] = useState<TaskValues>()
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const type = (next: string): void => {
    setText(next)
    setFailure(undefined)
    writeStorage(kept, next === '' ? undefined : next)
  }
  const close = (): void => {
    writeStorage(kept, undefined)
    onDone?.()
  }
  const send = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    const mencoes = stillNamed(text, people).map(one => one.id)
    const body = { texto: text, mencoes, ...(answers ? { resposta: answers } : {}), ...task }
    try {
      await calls.act(changes ? 'PATCH' : 'POST', changes ? `/${changes.id}` : '', body)
      setText('')
      setPeople([])
      setTask(undefined)
      close()
    } catch (error) {
      setFailure(error instanceof Error ? error.message : String(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <chakra.div display="flex" flexDirection="column" gap="2">
      <FormField id={id} label={label} help={say('comment.hint')}>
        <MentionBox
          id={id}
          value={text}
          describedBy={describedBy(id, { help: say('comment.hint') })}
          invalid={failure !== undefined}
          autoFocus={autoFocus}
          people={calls.people}
          onChange={type}
          onMention={person => setPeople(before => [...before.filter(one => one.id !== person.id), person])}
          onSend={() => void send()}
        />
      </FormField>
      {task ? <TaskFields id={id} value={task} people={calls.people} onChange={setTask} /> : null}
      {failure ? <Banner tone="danger">{failure}</Banner> : null}
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Button look="solid" busy={busy} onClick={() => void send()}>
          {changes ? say('save') : answers ? say('comment.answer') : say('comment.send')}
        </Button>
        {changes || task ? null : (
          <Button onClick={() => setTask({ responsavel: null, prazo: null })}>{say('comment.task')}</Button>
        )}
        {onDone ? <Button onClick={close}>{say('cancel')}</Button> : null}
      </chakra.div>
    </chakra.div>
  )
}
