import { chakra } from '@chakra-ui/react/styled-system'
import { useEffect, useState } from 'react'
import { timeLeft } from '../../base/timeLeft.ts'

/** How long something can still be done: minutes and seconds, counting down to 0:00. Read aloud as the clock time at which it ends. */
export function Countdown({ until }: { readonly until: string }) {
  const [now, setNow] = useState(Date.now)
  const end = Date.parse(until)
  const over = now >= end
  useEffect(() => {
    if (over) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [over])
  const clock = new Date(end).toLocaleTimeString('pt-BR', { hour: '2-digit', minute: '2-digit' })
  return (
    <>
      <chakra.span aria-hidden color="fg.muted" fontSize="sm" css={{ fontVariantNumeric: 'tabular-nums' }}>
        {timeLeft(end - now)}
      </chakra.span>
      <chakra.span srOnly>{`até ${clock}`}</chakra.span>
    </>
  )
}
