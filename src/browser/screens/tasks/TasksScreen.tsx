import { chakra } from '@chakra-ui/react/styled-system'
import { CircleCheck } from 'lucide-react'
import useSWR from 'swr'
import type { TaskReply } from '../../../api/comment.ts'
import { Banner } from '../../../controls/Banner.tsx'
import { Button } from '../../../controls/Button.tsx'
import { Chip } from '../../../controls/Chip.tsx'
import { EmptyState } from '../../../controls/EmptyState.tsx'
import { Skeleton } from '../../../controls/Skeleton.tsx'
import type { Screen } from '../../../model/model.ts'
import { type CallError, call } from '../../data/api.ts'
import { cacheScope, clearRegisterCache } from '../../data/caches.ts'
import { useTranslate } from '../../data/session.tsx'
import { dayText } from '../../form/discuss/dayText.ts'
import { RouterLink } from '../../router/RouterLink.tsx'
import { ScreenHead } from '../ScreenHead.tsx'
import { ScreenLine, ScreenLines } from '../ScreenLine.tsx'

interface TasksReply {
  readonly total: number
  readonly tarefas: readonly TaskReply[]
}

/** Lists the open tasks of whoever looks, by their day. */
export default function TasksScreen({ screen }: { readonly screen: Screen }) {
  const say = useTranslate()
  // Under the name by which notices are told: a new task comes with one.
  const { data, error, isLoading, mutate } = useSWR<TasksReply, CallError>(
    ['tasks', 'avisos', cacheScope()],
    async () => (await call<TasksReply>('GET', 'minhas-tarefas')).data,
    { keepPreviousData: true },
  )
  const finish = async ({ id, recurso, chave }: TaskReply): Promise<void> => {
    await call('POST', `${recurso}/${encodeURIComponent(chave)}/comentarios/${id}/feito`, { body: { feito: true } })
    await mutate()
    await clearRegisterCache(recurso)
  }
  return (
    <chakra.div width="100%" maxWidth="60rem" mx="auto" p={{ base: '4', md: '6' }}>
      <ScreenHead screen={screen} />
      {error ? (
        <Banner tone="danger" title={say('load-failed')}>
          {error.message}
        </Banner>
      ) : null}
      {isLoading ? (
        <div aria-busy>
          <Skeleton height="8rem" />
        </div>
      ) : null}
      {data?.tarefas.length === 0 ? <EmptyState icon={<CircleCheck aria-hidden />} title={say('comment.tasks-empty')} /> : null}
      {data && data.total > data.tarefas.length ? (
        <Banner tone="info">{say('comment.tasks-more', { count: data.tarefas.length })}</Banner>
      ) : null}
      {data && data.tarefas.length > 0 ? (
        <ScreenLines>
          {data.tarefas.map(task => (
            <ScreenLine
              key={task.id}
              title={
                <RouterLink to={task.pagina} style={{ textDecoration: 'underline' }}>
                  {`${task.cadastro}: ${task.registro}`}
                </RouterLink>
              }
              notes={[`${task.quem}: ${task.texto}`]}
            >
              <Task task={task} onDone={() => void finish(task).catch(() => mutate())} />
            </ScreenLine>
          ))}
        </ScreenLines>
      ) : null}
    </chakra.div>
  )
}

function Task({ task, onDone }: { readonly task: TaskReply; onDone(): void }) {
  const say = useTranslate()
  return (
    <>
      {task.prazo ? (
        <Chip tone={task.atrasada ? 'danger' : 'neutral'}>
          {task.atrasada ? `${say('comment.late')}: ${dayText(task.prazo)}` : dayText(task.prazo)}
        </Chip>
      ) : null}
      <Button size="sm" aria-label={`${say('comment.do')}: ${task.registro}`} onClick={onDone}>
        {say('comment.do')}
      </Button>
    </>
  )
}
