// The line to a league: hears each new state and comes back when it drops.
export function listen(league, { onState, onStatus, short = false }) {
  let tries = 0;
  const connect = () => {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/leagues/${encodeURIComponent(league)}/live${short ? "?short" : ""}`);
    socket.onmessage = (event) => { tries = 0; onStatus(true); onState(JSON.parse(event.data)); };
    socket.onclose = () => {
      onStatus(false);
      setTimeout(connect, Math.min(8000, 400 * 2 ** tries++) * (0.7 + 0.6 * Math.random()));
    };
  };
  connect();
}

// Seconds as people read them on a clock.
export function clockTime(seconds) {
  const whole = Math.abs(Math.trunc(seconds));
  const two = (number) => String(number).padStart(2, "0");
  const hours = Math.floor(whole / 3600);
  return hours ? `${hours}:${two(Math.floor((whole % 3600) / 60))}:${two(whole % 60)}` : `${Math.floor(whole / 60)}:${two(whole % 60)}`;
}
