const whole = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 })

export const formatCount = (n: number): string => whole.format(n)

/** How long something takes, roughly: nobody needs '94 s'. */
export function roughDuration(seconds: number): string {
  if (seconds < 10) return `${Math.max(1, Math.ceil(seconds))} s`
  if (seconds < 60) return `${Math.ceil(seconds / 5) * 5} s`
  return `${Math.ceil(seconds / 60)} min`
}
