import { useEffect, useState } from 'preact/hooks';

/** Returns the time in milliseconds since 1970, and draws the component again each second. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), 1000);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}
