import { chakra } from '@chakra-ui/react/styled-system'
import { useDeferredValue, useEffect, useState } from 'react'
import { useTranslate } from '../../data/session.tsx'

type Judge = (password: string) => 0 | 1 | 2 | 3 | 4

/** Judging takes a dictionary, fetched once somebody types a new password. */
async function loadJudge(): Promise<Judge> {
  const [{ ZxcvbnFactory }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
  return password => judge.check(password).score
}

const tones = ['danger.solid', 'danger.solid', 'warning.solid', 'positive.solid', 'positive.solid'] as const
const steps = [1, 2, 3, 4] as const

/** How hard a new password is to guess, while it is typed. It only tells: what is refused the server says. */
export function PasswordStrength({ password }: { readonly password: string }) {
  const say = useTranslate()
  const typed = useDeferredValue(password)
  const [judge, setJudge] = useState<{ readonly run: Judge }>()
  const wanted = password !== ''
  useEffect(() => {
    if (!wanted || judge) return
    let current = true
    // Without it a password is chosen as well.
    loadJudge().then(
      run => current && setJudge({ run }),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [wanted, judge])
  // Its room is there from the start: a button below it does not move under whoever presses it.
  const score = judge && typed !== '' ? judge.run(typed.slice(0, 100)) : undefined
  return (
    <chakra.div mt="1.5" role="status">
      <chakra.div display="flex" gap="1" mb="1" aria-hidden>
        {steps.map(step => (
          <chakra.span
            key={step}
            flex="1"
            height="1"
            borderRadius="full"
            bg={score !== undefined && step <= Math.max(score, 1) ? tones[score] : 'border'}
          />
        ))}
      </chakra.div>
      <chakra.span textStyle="note" color="fg.muted">
        {score === undefined ? '\u00a0' : say(`password.strength-${score}`)}
      </chakra.span>
    </chakra.div>
  )
}
