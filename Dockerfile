# The first stage installs from the lock, hashes checked; the second holds no tools to install with.
# Tests run on Python 3.11, so the image does too.
FROM python:3.11-slim-bookworm AS build
RUN python -m venv --without-pip /opt/venv
COPY requirements/run.txt /build/run.txt
RUN pip --disable-pip-version-check --python /opt/venv/bin/python install --no-cache-dir \
        --require-hashes --only-binary :all: --requirement /build/run.txt
WORKDIR /app
COPY games games
COPY renderers renderers
COPY migrations migrations
COPY bot bot
COPY tools/supervise.py supervise.py
# Compiled here: the running container has a read-only root.
RUN python -m compileall -q games renderers migrations bot

FROM python:3.11-slim-bookworm
RUN useradd --system --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin starpost \
    && install --directory --owner starpost --group starpost --mode 0700 /data
COPY --from=build /opt/venv /opt/venv
COPY --from=build /app /app
COPY LICENSE /app/LICENSE
WORKDIR /app
ENV PATH=/opt/venv/bin:$PATH \
    PYTHONDONTWRITEBYTECODE=1 \
    PYTHONUNBUFFERED=1 \
    STARPOST_DATABASE=sqlite:////data/starpost.db
USER starpost
VOLUME /data
# No HEALTHCHECK: the bot listens on no port, and supervise.py starts it again when it ends.
CMD ["python", "supervise.py", "python", "-m", "bot"]
